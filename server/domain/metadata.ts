import { storableText } from "./storable.ts";

/** The caller's own key-value strings. */
export type Metadata = Record<string, string>;

/** Replaces characters that a database or the provider can't store: zero characters and lone surrogates become U+FFFD. */
export function storableMetadata(metadata: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, text]) => [storableText(name), storableText(text)]),
  );
}

/** The payment provider's limit. https://docs.stripe.com/api/metadata */
const maxKeysAtProvider = 50;

/** The metadata sent to the provider: our own entries, and as many of the caller's as fit. */
export function metadataAtProvider(metadata: Metadata, own: Metadata): Metadata {
  const others = Object.entries(metadata).filter(([name]) => !Object.hasOwn(own, name));
  const free = maxKeysAtProvider - Object.keys(own).length;
  return { ...Object.fromEntries(others.slice(0, free)), ...own };
}
