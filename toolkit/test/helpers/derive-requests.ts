import { itemFormat } from "../../client/item-format.ts";
import { itemText } from "../../client/item-text.ts";
import { cookiePairs } from "../../client/styles/cookie-pairs.ts";
import { pathText } from "../../client/styles/path-text.ts";
import { queryPairs } from "../../client/styles/styled-pairs.ts";
import {
  type ApiDocument,
  type DocumentOperation,
  type Parameter,
  resolve,
  type Schema,
} from "../../server/document/document.ts";
import { examplesOf } from "../../server/document/examples-of.ts";
import { isReadByItem } from "../../server/document/item-stream.ts";
import { sendableMediaType } from "../../server/document/media-types.ts";
import { own, setOwn } from "../../server/document/own.ts";
import { partsOf } from "../../server/document/schemas/parts-of.ts";
import { sameValueKeywords } from "../../server/document/schemas/schema-keywords.ts";
import { summarizeSchema } from "../../server/document/schemas/summarize-schema.ts";
import { sentPath } from "../../server/document/selectors.ts";
import { styleOf } from "../../server/document/value-style.ts";
import { isObject } from "../../server/document/walk.ts";
import type { Exchange } from "../../testing/checks/exchange.ts";
import { contractItems, contractObserver } from "../../testing/coverage/contract-coverage.ts";
import { sampleBody, sampleParameter } from "../../testing/samples/sample-values.ts";

/** A request that covers an item if it is answered correctly. */
export interface DerivedRequest {
  /** The item's id. */
  item: string;
  /** Whether the request is valid. */
  isValid: boolean;
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A request in parts that can be changed one by one. */
interface Draft {
  /** By the parameters' `in` and name; a list for repeated values. */
  parameters: Record<string, string[]>;
  /** Undefined without one. */
  body: unknown;
}

/**
 * A request for every keyword of an operation, satisfied and violated. Each is the document's example with one change at
 * one place. Throws if no request is found for a keyword.
 * @param known values for parameters and properties with these names, such as existing ids
 */
export function deriveRequests(
  document: ApiDocument,
  operation: DocumentOperation,
  known: Record<string, unknown>,
): DerivedRequest[] {
  const items = contractItems(document).filter(({ owner, rule }) => owner === operation.operationId && rule);
  const observe = contractObserver(document);
  const wanted = new Map(items.map((item) => [item.id, item]));
  const found: DerivedRequest[] = [];
  const tried = new Set<string>();
  for (const draft of drafts(document, operation, known)) {
    if (wanted.size === 0) break;
    const { method, path, query, headers, body } = written(operation, draft);
    const text = JSON.stringify([path, query, headers, body]);
    if (tried.has(text)) continue;
    tried.add(text);
    for (const isValid of [true, false]) {
      const exchange: Exchange = {
        operation,
        method,
        path,
        query,
        requestHeaders: headers,
        requestBody: body,
        status: isValid ? 200 : 400,
        mediaType: undefined,
        body: undefined,
        headers: {},
      };
      const { seen, acceptedViolations } = observe(exchange);
      if (acceptedViolations.length > 0) continue;
      for (const id of seen.filter((one) => wanted.delete(one))) {
        found.push({ item: id, isValid, method, path: path + query, headers, body });
      }
    }
  }
  if (wanted.size > 0) {
    throw new Error(`No request was found for:\n${[...wanted.keys()].join("\n")}`);
  }
  const order = items.map(({ id }) => id);
  return found.sort((a, b) => order.indexOf(a.item) - order.indexOf(b.item));
}

/** The example, and the example with one change each. */
function* drafts(
  document: ApiDocument,
  operation: DocumentOperation,
  known: Record<string, unknown>,
): Generator<Draft> {
  const { scalars, lengths } = boundaryValues(
    document,
    operation.parameters.map(({ schema, example: given }) => ({ schema, given })),
  );
  const lists = lengths.filter((length) => length <= 101);
  const [[mediaType, content] = ["", undefined]] = Object.entries(operation.requestBody?.content ?? {});
  const examples = content ? examplesOf(content) : [];
  const made =
    content && examples.length === 0
      ? sampleBody(document, [mediaType, content], { invented: true })
      : undefined;
  const bodies = [...examples, ...(made ? [made.value] : [])].map((body) => withKnown(body, known));
  const example: Draft = { parameters: {}, body: bodies[0] };
  for (const parameter of operation.parameters) {
    const value = own(known, parameter.name) ?? exampleOf(document, parameter);
    if (value !== undefined) example.parameters[keyOf(parameter)] = [value].flat().map(asText);
  }
  yield example;
  for (const body of bodies) yield { ...example, body };

  const texts = [...new Set(scalars.map(asText))];
  for (const parameter of operation.parameters) {
    const key = keyOf(parameter);
    const { [key]: _, ...others } = example.parameters;
    const isList = summarizeSchema(document, parameter.schema).types.has("array");
    if (parameter.in !== "path") yield { ...example, parameters: others };
    for (const text of texts) {
      if (text === "" && parameter.in === "path") continue;
      yield { ...example, parameters: { ...others, [key]: [text] } };
      for (const length of isList ? lists : []) {
        yield { ...example, parameters: { ...others, [key]: Array<string>(length).fill(text) } };
      }
    }
  }

  if (!content) return;
  yield { ...example, body: undefined };
  const schema = content.schema ?? {};
  const fullest = withEveryProperty(document, schema, example.body, known);
  for (const body of oneByOne(document, { example: example.body, full: fullest }, [schema])) {
    yield { ...example, body };
  }
  for (const start of [fullest, example.body]) {
    for (const body of changes(document, start, [schema])) yield { ...example, body };
  }
}

/** The example with one member of the full value at a time, since what is wrong with one hides what is wrong with others. */
function* oneByOne(
  document: ApiDocument,
  { example, full }: { example: unknown; full: unknown },
  schemas: unknown[],
): Generator<unknown> {
  if (!isObject(full)) return;
  const parts = partsAt(document, schemas);
  for (const [name, member] of Object.entries(full)) {
    const ofMember = memberSchemas(parts, name);
    const kinds = partsAt(document, ofMember);
    const others = kinds.map((kind) => withEveryProperty(document, kind, startOf(document, kind), {}));
    const required = partsAt(document, ofMember, ["allOf"]).flatMap(
      (part) => (part.required ?? []) as string[],
    );
    const least = isObject(member)
      ? Object.fromEntries(required.map((one) => [one, own(member, one)]))
      : member;
    yield { ...Object(example), [name]: least };
    for (const inner of oneByOne(document, { example: least, full: member }, ofMember)) {
      yield { ...Object(example), [name]: inner };
    }
    for (const value of new Set([least, member, ...others])) {
      yield { ...Object(example), [name]: value };
      for (const changed of changes(document, value, ofMember)) yield { ...Object(example), [name]: changed };
    }
  }
}

/**
 * Values and list lengths on both sides of the bounds in these nodes.
 * @param isLeftOut keywords whose schemas apply to other values
 */
function boundaryValues(
  document: ApiDocument,
  nodes: unknown[],
  isLeftOut = (_keyword: string) => false,
): { scalars: unknown[]; lengths: number[] } {
  const numbers = new Set<number>([0, 1]);
  const named: unknown[] = [];
  function walk(node: unknown, above: unknown[]): void {
    if (node === null || typeof node !== "object" || above.includes(node)) return;
    if ("$ref" in node) walk(resolve(document, node), [...above, node]);
    for (const [keyword, value] of Object.entries(node)) {
      if (isLeftOut(keyword)) continue;
      if (typeof value === "number") numbers.add(value);
      if (keyword === "const" || keyword === "example") named.push(value);
      if ((keyword === "enum" || keyword === "examples") && Array.isArray(value)) named.push(...value);
      walk(value, [...above, node]);
    }
  }
  for (const node of nodes) walk(node, []);
  const bounds = [...numbers].flatMap((number) => [-1, -0.1, 0, 0.1, 1].map((step) => number + step));
  const lengths = [...new Set(bounds)].filter((one) => Number.isInteger(one) && one >= 0 && one <= 100_000);
  const scalars = [
    "",
    "no such thing",
    "two\nlines",
    true,
    null,
    ...named,
    ...bounds,
    ...lengths.map((one) => "x".repeat(one)),
  ];
  return { scalars: [...new Set(scalars)], lengths };
}

/**
 * The value with one change: each place replaced by each value near its schemas' bounds, removed, or given other
 * properties.
 * @param schemas those that apply to the value
 */
function* changes(document: ApiDocument, value: unknown, schemas: unknown[]): Generator<unknown> {
  const parts = partsAt(document, schemas);
  const { scalars, lengths } = boundaryValues(document, parts, isForMembers);
  const lists = lengths.filter((length) => length <= 101);
  yield* scalars;
  yield* [{}, [], ["a", "a"]];
  for (const length of lists) yield Array.from({ length }, (_, index) => `${index}`);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const changed of changes(document, item, itemSchemas(parts, index))) {
        yield value.with(index, changed);
      }
    }
    if (value.length > 0) for (const length of lists) yield Array(length).fill(value[0]);
  } else if (isObject(value)) {
    yield { ...value, "no-such-property": true };
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...others } = value;
      yield others;
      for (const changed of changes(document, member, memberSchemas(parts, key))) {
        yield { ...value, [key]: changed };
      }
    }
    yield* withOtherNames(value, { names: scalars.map(asText), lengths: lists });
  }
}

/** Keywords with schemas of the same value, beside `$ref`. */
const sameValue = [...sameValueKeywords, "if", "then", "else", "not"];

/** All schemas that apply to the value of these. */
function partsAt(document: ApiDocument, schemas: unknown[], keywords = sameValue): Schema[] {
  const follow = (schema: Schema) => resolve<Schema>(document, schema);
  return schemas
    .filter(isObject)
    .flatMap((schema) => partsOf(follow, schema as Schema, keywords))
    .flatMap((part) => [part, ...Object.values(part.dependentSchemas ?? {})]) as Schema[];
}

const memberKeywords = ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"];
const itemKeywords = ["items", "prefixItems", "contains", "unevaluatedItems"];

function isForMembers(keyword: string): boolean {
  return memberKeywords.includes(keyword) || itemKeywords.includes(keyword);
}

function memberSchemas(parts: Schema[], key: string): unknown[] {
  return parts.flatMap((part) => [
    own(Object(part.properties), key),
    ...Object.values(part.patternProperties ?? {}),
    part.additionalProperties,
    part.unevaluatedProperties,
  ]);
}

function itemSchemas(parts: Schema[], index: number): unknown[] {
  return parts.flatMap(({ items, prefixItems, contains, unevaluatedItems }) => [
    (prefixItems as unknown[] | undefined)?.[index],
    ...[items, contains, unevaluatedItems],
  ]);
}

/** The object with one of its members renamed. */
function* withOtherNames(
  value: object,
  { names, lengths }: { names: string[]; lengths: number[] },
): Generator<unknown> {
  const [member] = Object.values(value);
  if (member === undefined) return;
  for (const name of names) yield { ...value, [name]: member };
  for (const length of lengths) {
    yield Object.fromEntries(Array.from({ length }, (_, index) => [`${index}`, member]));
  }
}

/**
 * The example, with omitted properties added from their own examples, and an item of every kind in its lists.
 * @param above the schemas that the node is part of: one that is part of itself is added once
 */
function withEveryProperty(
  document: ApiDocument,
  node: Schema,
  example: unknown,
  known: Record<string, unknown>,
  above: Schema[] = [],
): unknown {
  const itself = resolve<Schema>(document, node);
  if (above.includes(itself)) return example;
  const inner = [...above, itself];
  const follow = (schema: Schema) => resolve<Schema>(document, schema);
  const parts = partsOf(follow, node, ["allOf"]) as Described[];
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  if (Array.isArray(example)) {
    const items = parts.find((part) => part.items)?.items;
    if (!items) return example;
    const kinds = resolve<{ oneOf?: Schema[] }>(document, items).oneOf ?? [];
    if (kinds.length === 0) {
      const given =
        example.length > 0 ? example : [startOf(document, items)].filter((one) => one !== undefined);
      return given.map((item) => withEveryProperty(document, items, item, known, inner));
    }
    return kinds.map((kind) => {
      const item = example.find((one) => isOfKind(document, kind, one)) ?? {};
      return withEveryProperty(document, kind, item, known, inner);
    });
  }
  if (Object.keys(properties).length === 0 || example === null || typeof example !== "object") return example;
  const all: Record<string, unknown> = { ...example };
  for (const [name, schema] of Object.entries(properties)) {
    const value = own(all, name) ?? own(known, name) ?? startOf(document, schema);
    if (value !== undefined) setOwn(all, name, withEveryProperty(document, schema, value, known, inner));
  }
  return all;
}

/** A schema's own example, or the start of one. */
function startOf(document: ApiDocument, schema: Schema): unknown {
  const follow = (one: Schema) => resolve<Schema>(document, one);
  const parts = partsOf(follow, schema, ["allOf"]) as Described[];
  const found = parts.flatMap(({ example, examples = [], const: constant, enum: values = [] }) =>
    [example, ...examples, constant, ...values].filter((one) => one !== undefined),
  );
  if (found.length > 0) return found[0];
  if (parts.some((part) => part.properties)) return {};
  if (parts.some((part) => part.items)) return [];
  const others = parts.find(({ additionalProperties }) => isObject(additionalProperties));
  if (others) return { note: startOf(document, others.additionalProperties as Schema) };
  const [kind] = parts.flatMap(({ oneOf = [] }) => oneOf);
  if (kind) return startOf(document, kind);
  const { type, format } = Object.assign({}, ...parts) as Described;
  return own(plain, format ?? "") ?? own(plain, type ?? "");
}

/** By format or type. */
const plain: Record<string, unknown> = {
  ...{ string: "text", integer: 1, number: 1, boolean: true, object: {} },
  ...{ uri: "https://shop.example.com/", email: "ines@reader.example" },
  ...{ date: "2026-11-29", "date-time": "2026-11-29T08:00:00Z" },
};

/** What is read of a schema. */
interface Described {
  type?: string;
  format?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  items?: Schema;
  example?: unknown;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
}

/** Whether the value has the constants of a kind of object, such as its `type`. */
function isOfKind(document: ApiDocument, kind: Schema, value: unknown): boolean {
  const { properties = {} } = resolve<{ properties?: Record<string, Schema> }>(document, kind);
  const constants = Object.entries(properties).flatMap(([name, schema]) => {
    const { enum: values = [] } = resolve<{ enum?: unknown[] }>(document, schema);
    return values.length === 1 ? [[name, values[0]] as const] : [];
  });
  return constants.every(([name, constant]) => own(Object(value), name) === constant);
}

function withKnown(value: unknown, known: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => withKnown(one, known));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, own(known, key) ?? withKnown(member, known)]),
  );
}

/** A valid value for a parameter that is required or has an example. */
function exampleOf(document: ApiDocument, parameter: Parameter): unknown {
  const { example, schema } = parameter;
  const { examples, example: given } = resolve<{ examples?: unknown[]; example?: unknown }>(document, schema);
  const isGiven = [example, given, examples?.[0]].some((value) => value !== undefined);
  return isGiven || parameter.required ? sampleParameter(document, parameter) : undefined;
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function keyOf({ in: place, name }: Parameter): string {
  return `${place}.${name}`;
}

function written(operation: DocumentOperation, { parameters, body }: Draft) {
  const query: string[] = [];
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  let path = sentPath(operation.path);
  for (const parameter of operation.parameters) {
    const { in: place, name, isWholeQuery } = parameter;
    const texts = parameters[keyOf(parameter)];
    if (texts === undefined) continue;
    const value = texts.length > 1 ? texts : texts[0];
    // The text is JSON already.
    const style = { ...styleOf(parameter), json: false };
    if (isWholeQuery) query.push(encodeURIComponent(texts.join(",")));
    else if (place === "path") path = path.replace(`{${name}}`, () => pathText(name, value, style) ?? "");
    else if (place === "header") setOwn(headers, name.toLowerCase(), texts.join(","));
    else if (place === "cookie") cookies.push(...cookiePairs(name, value, { ...style, style: "form" }));
    else query.push(...queryPairs(name, value, style));
  }
  const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
  if (cookies.length > 0) headers.cookie = cookies.join("; ");
  if (mediaType !== undefined && body !== undefined) headers["content-type"] = sendableMediaType(mediaType);
  return {
    method: operation.method.toUpperCase(),
    path,
    query: query.length === 0 ? "" : `?${query.join("&")}`,
    headers,
    body: body === undefined ? undefined : textOf(operation, mediaType, body),
  };
}

/** JSON, or the lines of a JSON stream. */
function textOf({ requestBody }: DocumentOperation, mediaType = "", body: unknown): string {
  const content = requestBody?.content[mediaType];
  const format = isReadByItem(mediaType, content) ? itemFormat(mediaType) : undefined;
  if (!format || !Array.isArray(body)) return JSON.stringify(body);
  return body.map((item) => itemText(format, item, content?.eventData)).join("");
}
