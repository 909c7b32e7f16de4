import {
  type ApiDocument,
  type DocumentOperation,
  type Follow,
  isObject,
  type Parameter,
  partsOf,
  type RawDocument,
  resolve,
  type Schema,
} from "@counterpart/server/document";
import { getOrMake, own } from "@counterpart/server/values";
import { pairKey, pairs } from "../pairs.ts";

/** The changes between two versions of a document, as sentences in Markdown for its readers. */
export interface ContractChanges {
  added: string[];
  removed: string[];
  deprecated: string[];
}

/**
 * Lists what was added and removed: operations, webhooks, parameters, statuses, headers, and the properties
 * and enum values of named schemas. Changed texts and examples aren't listed.
 */
export function listChanges(before: ApiDocument, after: ApiDocument): ContractChanges {
  const kept = pairs(before, after);
  return {
    added: differences(before, after, kept),
    removed: differences(
      after,
      before,
      kept.map(([one, other]) => [other, one]),
    ),
    deprecated: kept
      .filter(([then, now]) => now.deprecated && !then.deprecated)
      .map(([, { operationId, sunset }]) =>
        sunset === undefined ? `\`${operationId}\`` : `\`${operationId}\`, until ${sunset}`,
      ),
  };
}

/** Lists what the second document has and the first lacks. */
function differences(
  base: ApiDocument,
  other: ApiDocument,
  kept: [DocumentOperation, DocumentOperation][],
): string[] {
  const known = new Set(base.operations.map(pairKey));
  const knownNames = new Set(base.outgoing.map(({ name }) => name));
  return [
    ...other.operations.filter((one) => !known.has(pairKey(one))).map(operationText),
    ...other.outgoing
      .filter(({ name }) => !knownNames.has(name))
      .map(({ name, operation }) => `Webhook \`${name}\`${summaryOf(operation)}`),
    ...Object.entries(places).flatMap(([place, nouns]) =>
      grouped(kept, ({ parameters }) => namesIn(parameters, place), nouns),
    ),
    ...grouped(kept, ({ responses }) => Object.keys(responses), ["Status", "Statuses"]),
    ...grouped(kept, headerNames, ["Response header", "Response headers"]),
    ...schemaDifferences(base, other),
  ];
}

function operationText(operation: DocumentOperation): string {
  return `\`${operation.method.toUpperCase()} ${operation.path}\`${summaryOf(operation)}`;
}

function summaryOf({ summary }: DocumentOperation): string {
  return summary === undefined ? "" : `: ${summary}`;
}

type Nouns = [one: string, several: string];

const places: Record<Parameter["in"], Nouns> = {
  path: ["Path parameter", "Path parameters"],
  query: ["Query parameter", "Query parameters"],
  header: ["Request header", "Request headers"],
  cookie: ["Cookie", "Cookies"],
};

function namesIn(parameters: Parameter[], place: string): string[] {
  return parameters.filter((one) => one.in === place).map(({ name }) => name);
}

function headerNames({ responses }: DocumentOperation): string[] {
  return Object.values(responses).flatMap(({ headers }) => Object.keys(headers));
}

/** What operations have gained, with operations that gained the same in one sentence. */
function grouped(
  kept: [DocumentOperation, DocumentOperation][],
  read: (operation: DocumentOperation) => string[],
  [one, several]: Nouns,
): string[] {
  const operationsOf = new Map<string, string[]>();
  for (const [then, now] of kept) {
    for (const name of new Set(without(read(now), read(then))))
      getOrMake(operationsOf, `\`${name}\``, (): string[] => []).push(`\`${now.operationId}\``);
  }
  const namesOf = Map.groupBy(operationsOf.keys(), (name) => inWords(operationsOf.get(name) ?? []));
  return [...namesOf].map(
    ([operations, names]) => `${names.length === 1 ? one : several} ${inWords(names)} of ${operations}`,
  );
}

/** The properties and enum values of schemas that have the same name in both documents. */
function schemaDifferences(base: ApiDocument, other: ApiDocument): string[] {
  const [then, now] = [schemasOf(base), schemasOf(other)];
  return Object.entries(now).flatMap(([name, schema]) => {
    const before = own(then, name);
    if (before === undefined) return [];
    const properties = without(
      propertiesOf(schema, (one) => resolve(other, one)),
      propertiesOf(before, (one) => resolve(base, one)),
    );
    const values = without(valuesOf(schema), valuesOf(before));
    return [
      ...(properties.length > 0 ? [`${inWords(properties)} of the object \`${name}\``] : []),
      ...(values.length > 0 ? [`${inWords(values)} as a value of \`${name}\``] : []),
    ];
  });
}

function schemasOf(document: ApiDocument): Record<string, Schema> {
  return (document.source as RawDocument).components?.schemas ?? {};
}

/** Includes properties of nested objects (`owner.name`) and those from `allOf`. */
function propertiesOf(schema: Schema, follow: Follow, before = ""): string[] {
  return partsOf(follow, schema, ["allOf"]).flatMap(({ properties }) =>
    Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, property]) => [
      `\`${before}${name}\``,
      // A named schema is listed under its own name.
      ...(isObject(property) && property.$ref === undefined
        ? propertiesOf(property, () => ({}), `${before}${name}.`)
        : []),
    ]),
  );
}

function valuesOf(schema: Schema): string[] {
  return Array.isArray(schema.enum) ? schema.enum.map((value) => `\`${value}\``) : [];
}

function without(list: string[], known: string[]): string[] {
  return list.filter((one) => !known.includes(one));
}

function inWords(list: string[]): string {
  return list.length < 2 ? list.join() : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;
}
