import { setOwn } from "./own.ts";
import { escapePointerPart } from "./references.ts";
import { listKeywords, mapKeywords, schemaKeywords } from "./schemas/schema-keywords.ts";

/** What an object of an OpenAPI document is; it decides what its members are. */
export type Kind =
  | "callback"
  | "components"
  | "document"
  | "encoding"
  | "example"
  | "header"
  | "link"
  | "mediaType"
  | "operation"
  | "parameter"
  | "pathItem"
  | "requestBody"
  | "response"
  | "schema"
  | "securityScheme";

/** One object, a list of objects, or an object of objects by name. */
export type Member = Kind | [Kind] | { values: Kind };

const described = {
  content: { values: "mediaType" },
  examples: { values: "example" },
  schema: "schema",
} as const;

/** How the parts of a body are written, by name or in order. */
const encodings = {
  encoding: { values: "encoding" },
  itemEncoding: "encoding",
  prefixEncoding: ["encoding"],
} satisfies Record<string, Member>;

export const membersOf: Record<Kind, Record<string, Member>> = {
  callback: {},
  components: {
    callbacks: { values: "callback" },
    examples: { values: "example" },
    headers: { values: "header" },
    links: { values: "link" },
    mediaTypes: { values: "mediaType" },
    parameters: { values: "parameter" },
    pathItems: { values: "pathItem" },
    requestBodies: { values: "requestBody" },
    responses: { values: "response" },
    schemas: { values: "schema" },
    securitySchemes: { values: "securityScheme" },
  },
  document: {
    components: "components",
    paths: { values: "pathItem" },
    webhooks: { values: "pathItem" },
    "x-error-schema": "schema",
    "x-unmatched": { values: "response" },
  },
  encoding: { ...encodings, headers: { values: "header" } },
  example: {},
  header: described,
  link: {},
  mediaType: { ...encodings, examples: { values: "example" }, itemSchema: "schema", schema: "schema" },
  operation: {
    callbacks: { values: "callback" },
    parameters: ["parameter"],
    requestBody: "requestBody",
    responses: { values: "response" },
  },
  parameter: described,
  pathItem: {
    additionalOperations: { values: "operation" },
    delete: "operation",
    get: "operation",
    head: "operation",
    options: "operation",
    parameters: ["parameter"],
    patch: "operation",
    post: "operation",
    put: "operation",
    query: "operation",
    trace: "operation",
  },
  requestBody: { content: { values: "mediaType" } },
  response: { content: { values: "mediaType" }, headers: { values: "header" }, links: { values: "link" } },
  schema: {
    ...Object.fromEntries([...schemaKeywords].map((keyword) => [keyword, "schema"])),
    ...Object.fromEntries([...listKeywords].map((keyword) => [keyword, ["schema"]])),
    ...Object.fromEntries([...mapKeywords].map((keyword) => [keyword, { values: "schema" }])),
  },
  securityScheme: {},
};

/** An object of OpenAPI with its members, each by name. */
export type Node = Record<string, unknown>;

/** An object of a document and where it is. */
interface Visit {
  kind: Kind;
  node: Node;
  /** As in `#/paths/~1pets/get`. */
  pointer: string;
}

/**
 * Every object of a document in which OpenAPI gives members a meaning, from the outside in. Examples, defaults and
 * extensions hold anything and aren't entered, and references aren't followed.
 */
export function visits(document: Node): Generator<Visit> {
  return visitsFrom({ kind: "document", node: document, pointer: "#" });
}

/** Every object within one of a document, itself first. */
export function* visitsFrom(visit: Visit): Generator<Visit> {
  yield visit;
  for (const [key, value] of Object.entries(visit.node)) {
    const member = memberFor(visit.kind, key, value);
    if (member === undefined) continue;
    const pointer = `${visit.pointer}/${escapePointerPart(key)}`;
    if (typeof member === "string") {
      if (isObject(value)) yield* visitsFrom({ kind: member, node: value, pointer });
      continue;
    }
    const kind = Array.isArray(member) ? member[0] : member.values;
    for (const [name, one] of entriesOf(value)) {
      if (isObject(one))
        yield* visitsFrom({ kind, node: one, pointer: `${pointer}/${escapePointerPart(name)}` });
    }
  }
}

/** Where an object is: its key, within another place; undefined for the document itself. */
export type Place = { key: string; within: Place } | undefined;

/** As in `#/paths/~1pets/get`. */
export function pointerOf(place: Place): string {
  return place === undefined ? "#" : `${pointerOf(place.within)}/${escapePointerPart(place.key)}`;
}

/** What to put in the place of an object, which isn't to be changed itself: it may be the document's own. */
export type Change = (node: Node, kind: Kind, place: Place) => Node;

/** A document in which objects are replaced, from the inside out. Whatever stays as it is, is shared. */
export function mapDocument<T extends Node>(document: T, change: Change): T {
  return mapNode(document, "document", undefined, change) as T;
}

function mapNode(node: unknown, kind: Kind, place: Place, change: Change): unknown {
  if (!isObject(node)) return node;
  const mapped = mapEntries(node, (value, key) => {
    const member = memberFor(kind, key, value);
    if (member === undefined) return value;
    const at = { key, within: place };
    if (typeof member === "string") return mapNode(value, member, at, change);
    if (!Array.isArray(member)) {
      return isObject(value)
        ? mapEntries(value, (one, name) => mapNode(one, member.values, { key: name, within: at }, change))
        : value;
    }
    if (!Array.isArray(value)) return value;
    const items = value.map((one, index) => mapNode(one, member[0], { key: `${index}`, within: at }, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  });
  return change(mapped, kind, place);
}

/** An object with other values; the same object where no value changes. */
export function mapEntries(node: Node, change: (value: unknown, key: string) => unknown): Node {
  let copy = node;
  for (const key of Object.keys(node)) {
    const value = change(node[key], key);
    if (value === node[key]) continue;
    if (copy === node) copy = { ...node };
    setOwn(copy, key, value);
  }
  return copy;
}

/** Drafts before 2020-12 have a list of schemas in `items`, one for each item, and schemas in `dependencies`. */
export function memberFor(kind: Kind, key: string, value: unknown): Member | undefined {
  if (kind === "schema" && key === "items" && Array.isArray(value)) return ["schema"];
  if (kind === "schema" && key === "dependencies" && isObject(value) && Object.values(value).every(isObject))
    return { values: "schema" };
  return memberOf(kind, key);
}

/**
 * What a member of an object of OpenAPI is; undefined where anything may stand. A callback has a path item for each
 * expression that gives an address.
 */
export function memberOf(kind: Kind, key: string): Member | undefined {
  if (kind === "callback") return key.startsWith("x-") || key === "$ref" ? undefined : "pathItem";
  return Object.hasOwn(membersOf[kind], key) ? membersOf[kind][key] : undefined;
}

/** What OpenAPI has at a place of a document; undefined where anything may be. */
export function memberAt(keys: string[]): Member | undefined {
  let member: Member | undefined = "document";
  for (const key of keys) {
    if (member === undefined) return undefined;
    if (typeof member === "string") member = memberOf(member, key);
    else member = Array.isArray(member) ? member[0] : member.values;
  }
  return member;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

export function isObject(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
