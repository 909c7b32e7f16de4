import type { MediaType } from "./document.ts";

/** The examples of a body by name. The unnamed one in `example` is called `default`, as in Prism. */
export function namedExamples({ example, examples = {} }: MediaType): Map<string, unknown> {
  const named: [string, unknown][] = Object.entries(examples).map(([name, one]) => [name, one?.value]);
  return new Map(
    [["default", example] as [string, unknown], ...named].filter(([, value]) => value !== undefined),
  );
}

/** The examples of a body, from `examples` or `example`. */
export function examplesOf({ example, examples = {} }: MediaType): unknown[] {
  const values = [...Object.values(examples).map(({ value }) => value), example];
  return values.filter((value) => value !== undefined);
}
