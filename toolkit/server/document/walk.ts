import { setOwn } from "./own.ts";
import { escapePointerPart, isContainer } from "./references.ts";
import { listKeywords, mapKeywords, schemaKeywords } from "./schemas/schema-keywords.ts";

/** The kind of an object in an OpenAPI document, which determines the kinds of its members. */
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

/** One object, a list of objects, or a map of objects. */
export type Member = Kind | [Kind] | { values: Kind };

const described = {
  content: { values: "mediaType" },
  examples: { values: "example" },
  schema: "schema",
} as const;

/** How the parts of a body are encoded, by name or in order. */
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

/** An object of a document. */
export type Node = Record<string, unknown>;

/** The place of an object: its key within another place; undefined for the document itself. */
export type Place = { key: string; within: Place } | undefined;

/** As in `#/paths/~1pets/get`. */
export function pointerOf(place: Place): string {
  return place === undefined ? "#" : `${pointerOf(place.within)}/${escapePointerPart(place.key)}`;
}

/** An object of a document and its place. */
interface Visit {
  kind: Kind;
  node: Node;
  place: Place;
}

/**
 * Visits every object of a document that OpenAPI defines, parents first. Examples, defaults and extensions
 * are skipped because they may contain anything, and references aren't followed.
 */
export function visits(document: Node): Generator<Visit> {
  return visitsFrom("document", document);
}

/** Visits an object and all objects within it. Places are relative to the object. */
export function* visitsFrom(kind: Kind, node: Node): Generator<Visit> {
  const waiting: Visit[] = [{ kind, node, place: undefined }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    yield visit;
    waiting.push(...objectsIn(visit).reverse());
  }
}

/** The objects directly within an object. */
export function objectsIn({ kind, node, place }: Visit): Visit[] {
  const found: Visit[] = [];
  for (const key of Object.keys(node)) {
    const value = node[key];
    const member = isContainer(value) ? memberFor(kind, key, value) : undefined;
    if (member === undefined) continue;
    const at = { key, within: place };
    if (typeof member === "string") {
      if (isObject(value)) found.push({ kind: member, node: value, place: at });
      continue;
    }
    const own = Array.isArray(member) ? member[0] : member.values;
    for (const [name, one] of Object.entries(value as object))
      if (isObject(one)) found.push({ kind: own, node: one, place: { key: name, within: at } });
  }
  return found;
}

/**
 * Returns the replacement of an object. It must not modify the object, which may belong to the original
 * document.
 */
export type Change = (node: Node, kind: Kind, place: Place) => Node;

/** Replaces objects of a document, children first. Unchanged parts are shared with the original. */
export function mapDocument<T extends Node>(document: T, change: Change): T {
  return mapNode(document, "document", undefined, change) as T;
}

function mapNode(node: unknown, kind: Kind, place: Place, change: Change): unknown {
  if (!isObject(node)) return node;
  const mapped = mapEntries(node, (value, key) => {
    if (!isContainer(value)) return value;
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

/** Maps the values of an object; returns the same object if none changes. */
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

/**
 * Before draft 2020-12, `items` may be a list of schemas, one per item, and `dependencies` may contain
 * schemas.
 */
export function memberFor(kind: Kind, key: string, value: unknown): Member | undefined {
  if (kind === "schema" && key === "items" && Array.isArray(value)) return ["schema"];
  if (kind === "schema" && key === "dependencies" && isObject(value) && Object.values(value).every(isObject))
    return { values: "schema" };
  return memberOf(kind, key);
}

/**
 * The kind of a member of an OpenAPI object; undefined if it may be anything. A callback contains a path item
 * per URL expression.
 */
export function memberOf(kind: Kind, key: string): Member | undefined {
  if (kind === "callback") return key.startsWith("x-") || key === "$ref" ? undefined : "pathItem";
  return Object.hasOwn(membersOf[kind], key) ? membersOf[kind][key] : undefined;
}

/** The kind at a place of a document; undefined if it may be anything. */
export function memberAt(keys: string[]): Member | undefined {
  let member: Member | undefined = "document";
  for (const key of keys) {
    if (member === undefined) return undefined;
    if (typeof member === "string") member = memberOf(member, key);
    else member = Array.isArray(member) ? member[0] : member.values;
  }
  return member;
}

export function isObject(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Keeps some entries of an object's member. Returns the same object if all are kept, or if the member is no object.
 */
export function filterMember(
  node: Node,
  member: string,
  isKept: (name: string, value: unknown) => boolean,
): Node {
  const entries = Object.entries(objectIn(node[member]));
  const kept = entries.filter(([name, value]) => isKept(name, value));
  return kept.length === entries.length ? node : { ...node, [member]: Object.fromEntries(kept) };
}

/** An object itself; an empty one for anything else. */
export function objectIn(value: unknown): Node {
  return isObject(value) ? value : {};
}

/** The items of a list; none of anything else. */
export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
