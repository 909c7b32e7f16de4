import type { SchemaSummary } from "../document/schemas/summarize-schema.ts";

/** Whether a value can be something else than an object: a list, or a text. */
export function takesPlainValue({ types }: SchemaSummary): boolean {
  return [...types].some((type) => type !== "object" && type !== "null");
}
