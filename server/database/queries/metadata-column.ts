import type { Metadata } from "../../domain/metadata.ts";

/** Null for none. */
export function metadataToColumn(metadata: Metadata): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

export function metadataFromColumn(text: string | null): Metadata {
  return text === null ? {} : JSON.parse(text);
}
