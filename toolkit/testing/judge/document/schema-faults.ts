import { dereference, validate } from "@cfworker/json-schema";
import { type ApiDocument, type Response, type Schema, targetOf } from "@counterpart/server/document";
import { readResponseHeader } from "@counterpart/server/request";
import { getOrMake, own } from "@counterpart/server/values";
import { type Direction, type PlainSchema, plainSchema, referenceTo } from "./plain-schema.ts";
import { type SchemaFault, wordedFaults } from "./worded-faults.ts";

/** What a schema of the document finds wrong with a value as JSON; empty if it is valid. */
type FindSchemaFaults = (schema: Schema, value: unknown) => SchemaFault[];

const known = new WeakMap<ApiDocument, Partial<Record<Direction, FindSchemaFaults>>>();

/** Schemas are translated once per document, when they are first used. */
export function schemaFaults(document: ApiDocument, direction: Direction): FindSchemaFaults {
  const finders = getOrMake(known, document, () => ({}) as Partial<Record<Direction, FindSchemaFaults>>);
  const find = finders[direction] ?? createFinder(document, direction);
  finders[direction] = find;
  return find;
}

const draft = "2020-12";

function createFinder(document: ApiDocument, direction: Direction): FindSchemaFaults {
  /** Schemas by their addresses. */
  const lookup: Record<string, PlainSchema> = Object.create(null);
  const prepared = new Map<unknown, PlainSchema>();

  function register(schema: unknown, address: string): PlainSchema {
    const unknown: string[] = [];
    const plain = plainSchema(document, schema, direction, (ref) => {
      if (!(referenceTo(ref) in lookup)) unknown.push(ref);
    });
    dereference(plain, lookup, new URL(address));
    for (const ref of unknown) {
      const target = referenceTo(ref);
      if (!(target in lookup)) register(targetOf(document, ref), target);
    }
    return plain;
  }

  return (schema, value) => {
    const plain = getOrMake(prepared, schema, () =>
      register(schema, `https://document.invalid/${prepared.size}`),
    );
    // Most values are valid, which takes less time to find out than all faults.
    if (judged(value, plain, true).valid) return [];
    return wordedFaults(judged(value, plain, false).errors, {
      value,
      schema: plain,
      targetOf: (url) => lookup[url],
    });
  };

  function judged(value: unknown, plain: PlainSchema, isFirstEnough: boolean) {
    return validate(value, plain as Schema, draft, lookup as Parameters<typeof validate>[3], isFirstEnough);
  }
}

export interface HeaderFault {
  /** As the document spells it. */
  name: string;
  /** Undefined if a required header is missing. */
  text?: string;
  faults: SchemaFault[];
}

/** Finds what a document says about single parts of a response. */
export function createResponseChecks(document: ApiDocument) {
  const bodyFaults = schemaFaults(document, "response");
  return {
    bodyFaults,
    /** @param given by lower-case name; several `Set-Cookie` headers are separated by line breaks */
    headerFaults: ({ headers }: Response, given: Record<string, string>) =>
      Object.entries(headers).flatMap(([name, header]): HeaderFault[] => {
        const text = own(given, name.toLowerCase());
        if (text === undefined) return header.required ? [{ name, faults: [] }] : [];
        const faults = bodyFaults(header.schema, readResponseHeader(document, name, header, text));
        return faults.length > 0 ? [{ name, text, faults }] : [];
      }),
  };
}
