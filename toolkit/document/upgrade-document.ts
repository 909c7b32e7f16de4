import type { RawDocument } from "./references.ts";
import { mapDocument, type Node } from "./walk.ts";

/**
 * An OpenAPI 3.0 document in the terms of 3.1, whose schemas are JSON Schema 2020-12. Other versions are returned as they
 * are. `format: binary` and `format: byte` mean the same in both.
 */
export function upgradeDocument(raw: RawDocument): RawDocument {
  if (!/^3\.0\./.test(raw.openapi)) return raw;
  const upgraded = mapDocument(raw, (node, kind) => (kind === "schema" ? upgradeSchema(node) : node));
  return { ...upgraded, openapi: "3.1.1" };
}

function upgradeSchema(schema: Node): Node {
  // Beside a reference nothing counts in 3.0.
  if (typeof schema.$ref === "string") return { $ref: schema.$ref };
  const { nullable, example, ...upgraded } = schema;
  if (example !== undefined) upgraded.examples = [example];
  upgradeBound(upgraded, "exclusiveMinimum", "minimum");
  upgradeBound(upgraded, "exclusiveMaximum", "maximum");
  return nullable === true ? withNull(upgraded) : upgraded;
}

/** `minimum: 1, exclusiveMinimum: true` becomes `exclusiveMinimum: 1`. */
function upgradeBound(schema: Node, exclusiveBound: string, bound: string): void {
  const isExclusive = schema[exclusiveBound];
  if (typeof isExclusive !== "boolean") return;
  delete schema[exclusiveBound];
  if (!isExclusive || schema[bound] === undefined) return;
  schema[exclusiveBound] = schema[bound];
  delete schema[bound];
}

/** Keywords that may exclude null whatever the type. The others say something of values of one type, or nothing. */
const excludingNull = ["allOf", "anyOf", "oneOf", "not"];

/**
 * The letter of 3.0 gives `nullable` a meaning only beside a `type`, and lets an `enum` without null exclude null all the
 * same. Documents mean null to be allowed, also where they put it on a reference by way of `allOf`.
 */
function withNull(schema: Node): Node {
  const { type, enum: values } = schema;
  const nullable = { ...schema };
  if (typeof type === "string") nullable.type = [type, "null"];
  if (Array.isArray(values) && !values.includes(null)) nullable.enum = [...values, null];
  if (!excludingNull.some((keyword) => keyword in schema)) return nullable;
  const alternative: Node = {};
  for (const keyword of [...excludingNull, "discriminator"]) {
    if (!(keyword in nullable)) continue;
    alternative[keyword] = nullable[keyword];
    delete nullable[keyword];
  }
  return { ...nullable, anyOf: [alternative, { type: "null" }] };
}
