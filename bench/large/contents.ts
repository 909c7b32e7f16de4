import { refTo, type Schema } from "./properties.ts";

/** An operation of the document, or a part of one. */
export type Operation = Record<string, unknown>;

const example = (name: string) => ({ default: { $ref: `#/components/examples/${name}` } });

export function content(description: string, schema: Schema, named?: string, headers?: Operation): Operation {
  const examples = named === undefined ? {} : { examples: example(named) };
  return {
    description,
    ...(headers && { headers }),
    content: { "application/json": { schema, ...examples } },
  };
}

export function body(schema: string): Operation {
  const examples = { examples: example(schema) };
  return { required: true, content: { "application/json": { schema: refTo(schema), ...examples } } };
}

export function refusals(...names: string[]): Operation {
  const statuses: Record<string, string> = {
    forbidden: "403",
    "not-found": "404",
    conflict: "409",
    "validation-failed": "422",
  };
  const used = Object.fromEntries(
    names.map((name) => [statuses[name], { $ref: `#/components/responses/${name}` }]),
  );
  return { "401": { $ref: "#/components/responses/unauthorized" }, ...used };
}
