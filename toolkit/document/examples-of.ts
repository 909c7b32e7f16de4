import type { MediaType } from "./document.ts";

/** The examples of a body; a document gives either several by name or one. */
export function examplesOf({ example, examples = {} }: MediaType): unknown[] {
  const values = [...Object.values(examples).map(({ value }) => value), example];
  return values.filter((value) => value !== undefined);
}
