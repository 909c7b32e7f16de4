import type { ApiDocument, Schema } from "../../document/document.ts";
import { mapValues } from "../../document/map-values.ts";
import { own } from "../../document/own.ts";
import { parsedJson } from "../../document/parsed-json.ts";
import { isContainer } from "../../document/references.ts";
import { summarizeSchema } from "../../document/schemas/summarize-schema.ts";
import { isObject } from "../../document/walk.ts";
import type { Violation } from "../../validation/ajv-factories.ts";
import { isTooDeep } from "../../validation/nesting.ts";
import { inWords, isSmall } from "../../validation/request-faults.ts";
import type { Formats } from "../../validation/schemas/format-test.ts";
import { createSchemaCompiler, type SchemaValidator } from "../../validation/schemas/schema-compiler.ts";
import { withoutNulls } from "../tools/argument-places.ts";
import { textWithin } from "../tools/text-within.ts";
import { confirmation } from "../tools/tool-arguments.ts";
import type { OperationTool } from "../tools/tools.ts";
import { ArgumentError } from "./argument-error.ts";

/**
 * Reads a call's arguments by the schema of all of them. Objects and lists may be JSON text, as agents often send them.
 * @throws ArgumentError with the names of the arguments that don't conform
 */
export type ReadArguments = (schema: Schema, given: Record<string, unknown>) => Record<string, unknown>;

/** Faults in one message. */
const maxFaults = 5;
/** Characters of a fault's place, which contains names that the model chose. */
const maxPlace = 100;

export function createArgumentReader(document: ApiDocument, formats?: Formats): ReadArguments {
  const { compile } = createSchemaCompiler(document, "request", { formats, isBounded: true });
  const compiled = new WeakMap<Schema, SchemaValidator>();
  return (schema, given) => {
    const validator = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validator);
    try {
      const read = withParsedTexts(document, schema, given) as Record<string, unknown>;
      const violations = violationsOf(validator, read);
      if (!violations) return read;
      throw new ArgumentError(sentencesOf(violations).join(" "), violations.slice(0, maxFaults));
    } catch (error) {
      if (isTooDeep(error)) throw new ArgumentError("The arguments are nested too deeply.");
      throw error;
    }
  };
}

/**
 * The arguments of a tool's call, as they will be sent, and whether its caller says that a person has agreed.
 * @throws ArgumentError
 */
export function readToolArguments(
  tool: OperationTool,
  given: Record<string, unknown>,
  read: ReadArguments,
): { values: Record<string, unknown>; isConfirmed: boolean } {
  const { list, isOpen } = tool.arguments();
  // Clients send null for what a model leaves out, and no parameter can be null. In a body, null may mean to remove.
  const places = list.flatMap(({ place, at }) => (place === "field" || place === "body" ? [] : [at]));
  const present = withoutNulls(given, places);
  const names = [...new Set(list.flatMap(({ fixed, at }) => (fixed ? [] : at.slice(0, 1))))];
  if (tool.confirm !== undefined) names.push(confirmation);
  for (const name of Object.keys(given).filter((one) => !names.includes(one))) {
    if (list.some(({ at }) => at[0] === name))
      throw new ArgumentError(`The argument ${name} can't be chosen.`);
    // The property has another argument, or the model has misspelt one: it would be sent and have no effect.
    const isTaken = list.some(({ place, target }) => place === "field" && target === name);
    const isMisspelt = names.some((one) => one.toLowerCase() === name.toLowerCase());
    if (isOpen && !isTaken && !isMisspelt) continue;
    const known = names.join(", ") || "none";
    throw new ArgumentError(`There is no argument ${textWithin(name, maxPlace)}. There are: ${known}.`);
  }
  const values = read(tool.accepts(), present);
  if (tool.confirm === undefined) return { values, isConfirmed: false };
  const { [confirmation]: isConfirmed, ...sent } = values;
  return { values: sent, isConfirmed: isConfirmed === true };
}

function violationsOf({ firstFault, allFaults }: SchemaValidator, given: object): Violation[] | undefined {
  // The validator fills in defaults, which the server does by itself.
  return (isSmall(given) ? allFaults : firstFault)(structuredClone(given));
}

function sentencesOf(violations: Violation[]): string[] {
  const sentences = violations.map(({ path, message }) => {
    const place = textWithin(path.slice(1).replaceAll("/", "."), maxPlace);
    return `The argument ${place} ${inWords(message)}.`;
  });
  return [...new Set(sentences)].slice(0, maxFaults);
}

/** A copy with objects and lists in place of their JSON text, wherever the schema has nothing else. */
function withParsedTexts(document: ApiDocument, schema: Schema, given: unknown): unknown {
  const { types, properties, additionalProperties, items } = summarizeSchema(document, schema);
  const isStructure =
    types.size > 0 && [...types].every((type) => type === "object" || type === "array" || type === "null");
  const value = isStructure && typeof given === "string" ? parsed(given) : given;
  const inner = (one: Schema | undefined, member: unknown) =>
    one === undefined ? member : withParsedTexts(document, one, member);
  if (Array.isArray(value)) return value.map((item) => inner(items, item));
  if (!isObject(value)) return value;
  return mapValues(value, (member, name) => inner(own(properties, name) ?? additionalProperties, member));
}

function parsed(text: string): unknown {
  const value = parsedJson(text);
  return isContainer(value) ? value : text;
}
