import type { SchemaSummary } from "../document/schemas/summarize-schema.ts";

/** Whether a value can be a list or text rather than an object. */
export function takesPlainValue({ types }: SchemaSummary): boolean {
  return [...types].some((type) => type !== "object" && type !== "null");
}
