import type { MediaType } from "./document.ts";

/** The examples of a body by name. One in `example` has none, and is called `default`, as Prism does. */
export function namedExamples({ example, examples = {} }: MediaType): Map<string, unknown> {
  const named: [string, unknown][] = Object.entries(examples).map(([name, one]) => [name, one?.value]);
  return new Map(
    [["default", example] as [string, unknown], ...named].filter(([, value]) => value !== undefined),
  );
}

/** The examples of a body; a document gives either several by name or one. */
export function examplesOf({ example, examples = {} }: MediaType): unknown[] {
  const values = [...Object.values(examples).map(({ value }) => value), example];
  return values.filter((value) => value !== undefined);
}
