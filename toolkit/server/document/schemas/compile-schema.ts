import Ajv2020, { type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Schema } from "../document.ts";
import { mapValues } from "../map-values.ts";
import { own } from "../own.ts";
import { type ClosedSchema, definitionOf } from "./closed-schema.ts";
import { compileWhenUsed } from "./compile-when-used.ts";
import { defineMultipleOf } from "./multiple-of.ts";
import { notInlined } from "./not-inlined.ts";
import { regExp } from "./pattern-test.ts";
import { withProtoProperty } from "./proto-property.ts";
import { listKeywords, mapKeywords, schemaKeywords } from "./schema-keywords.ts";
import { defineUnevaluated } from "./unevaluated-keywords.ts";
import { createVerdicts } from "./verdicts.ts";

/** What is wrong with a value; empty when it is valid. */
export type Validate = (value: unknown) => ErrorObject[];

const ajv = new Ajv2020.default({
  strict: false,
  allErrors: true,
  verbose: true,
  logger: false,
  // A definition that is larger is compiled by itself, once.
  inlineRefs: 40,
  // The server reads what the document's schemas get wrong leniently, and says so in its notes.
  validateSchema: false,
  ownProperties: true,
  code: { regExp, optimize: false },
});
addFormats.default(ajv);
defineMultipleOf(ajv);

const verdicts = createVerdicts();
/** By the validator's key. */
const definitions = new Map<string, Schema>();
defineUnevaluated(ajv, {
  verdicts,
  compile: (schema) => ajv.compile(schema),
  targetOf: (key) => definitions.get(key),
});

/** The definitions of a document have a number, which is in the validator's keys of them. */
const numbers = new WeakMap<object, number>();
let count = 0;

/**
 * Compiles a schema for the validator that stands for the document's meaning. Definitions that it refers to are compiled
 * once for all schemas that have them, when a value first comes to them.
 */
export function compileSchema({ $defs, ...schema }: ClosedSchema): Validate {
  const validate = ajv.compile(withDefinitions(schema, $defs));
  return (value) => {
    verdicts.forget();
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** The schema with the validator's keys in its references, all of which are known to the validator. */
function withDefinitions(schema: Schema, $defs: ClosedSchema["$defs"]): Schema {
  const names = new Set<string>();
  const known = numbers.get($defs) ?? count++;
  numbers.set($defs, known);
  const keyOf = (name: string) => `${known}/${encodeURIComponent(name)}`;
  const keyed = withKeys(schema, (ref) => {
    names.add(definitionOf(ref));
    return keyOf(definitionOf(ref));
  });
  for (const name of names) {
    const key = keyOf(name);
    const definition = own($defs, name);
    if (ajv.schemas[key] || definition === undefined) continue;
    let refers = false;
    const keyedDefinition = withKeys(definition, (ref) => {
      refers = true;
      return keyOf(definitionOf(ref));
    });
    definitions.set(key, keyedDefinition);
    ajv.addSchema(refers ? notInlined(key) : keyedDefinition, key);
    compileWhenUsed(ajv, key, () => withDefinitions(definition, $defs));
  }
  return keyed;
}

/** A copy of a schema with other references. What only looks like one, in an example, stays as it is. */
function withKeys(node: unknown, keyOf: (ref: string) => string): Schema {
  if (node === null || typeof node !== "object" || Array.isArray(node)) return node as Schema;
  const nested = (value: unknown) => withKeys(value, keyOf);
  const keyed = mapValues(node as Schema, (value, keyword) => {
    if (keyword === "$ref") return keyOf(String(value));
    if (mapKeywords.has(keyword)) return mapValues(value as Schema, nested);
    if (!schemaKeywords.has(keyword) && !listKeywords.has(keyword)) return value;
    return Array.isArray(value) ? value.map(nested) : nested(value);
  });
  return withProtoProperty(keyed);
}

/** The faults as one sentence. */
export function faultText(errors: ErrorObject[]): string {
  return errors.map(({ instancePath, message }) => `it${instancePath} ${message}`).join(", ");
}
