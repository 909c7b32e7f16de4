import {
  type ApiDocument,
  type DocumentOperation,
  type Parameter,
  resolve,
  type Schema,
} from "../../../server/http/document.ts";
import type { Exchange } from "../../helpers/checking-fetch.ts";
import { contractItems, contractObserver } from "./contract-coverage.ts";

/** A request that shows an item, once it is sent and answered as it must be. */
export interface DerivedRequest {
  /** The item's id. */
  item: string;
  /** Whether the request is as documented. */
  isKept: boolean;
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A request in parts that can be changed one by one. */
interface Draft {
  /** By the parameters' `in` and name. */
  parameters: Record<string, string>;
  /** `undefined` is none. */
  body: unknown;
}

/**
 * A request for every keyword of an operation, kept and broken, found by changing the document's own example at one
 * place after the other and asking the rules what the change breaks. Throws when none is found for a keyword.
 * @param known values for parameters and properties of these names, such as ids that exist
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
  for (const draft of drafts(document, operation, known)) {
    if (wanted.size === 0) break;
    const { method, path, query, headers, body } = written(operation, draft);
    for (const isKept of [true, false]) {
      const exchange: Exchange = {
        operation,
        method,
        path,
        query,
        requestHeaders: headers,
        requestBody: body,
        status: isKept ? 200 : 400,
        mediaType: undefined,
        body: undefined,
        headers: {},
      };
      const { seen, wronglyAccepted } = observe(exchange);
      if (wronglyAccepted.length > 0) continue;
      for (const id of seen.filter((one) => wanted.delete(one))) {
        found.push({ item: id, isKept, method, path: path + query, headers, body });
      }
    }
  }
  if (wanted.size > 0) {
    throw new Error(`No request was found that shows:\n${[...wanted.keys()].join("\n")}`);
  }
  const order = items.map(({ id }) => id);
  return found.sort((a, b) => order.indexOf(a.item) - order.indexOf(b.item));
}

/** The example, and then the example with one change. */
function* drafts(
  document: ApiDocument,
  operation: DocumentOperation,
  known: Record<string, unknown>,
): Generator<Draft> {
  const values = telling(document, operation);
  const texts = [...new Set(values.map(asText))];
  const example: Draft = { parameters: {}, body: undefined };
  for (const parameter of operation.parameters) {
    example.parameters[keyOf(parameter)] = asText(known[parameter.name] ?? exampleOf(document, parameter));
  }
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const bodies = [
    content?.example,
    ...Object.values(content?.examples ?? {}).map((one) => resolve(document.raw, one).value),
  ]
    .filter((body) => body !== undefined)
    .map((body) => withKnown(body, known));
  for (const body of bodies) yield { ...example, body };
  example.body = bodies[0];

  for (const parameter of operation.parameters) {
    const { [keyOf(parameter)]: _, ...others } = example.parameters;
    if (parameter.in !== "path") yield { ...example, parameters: others };
    for (const text of texts) {
      if (text === "" && parameter.in === "path") continue;
      yield { ...example, parameters: { ...others, [keyOf(parameter)]: text } };
    }
  }
  if (!content) return;
  yield { ...example, body: undefined };
  const fullest = withEveryProperty(document, content.schema ?? {}, example.body, known);
  for (const body of [...changes(fullest, values), ...changes(example.body, values)])
    yield { ...example, body };
}

/** Values that stand on either side of what the operation's keywords say. */
function telling(document: ApiDocument, operation: DocumentOperation): unknown[] {
  const numbers = new Set<number>([0, 1]);
  const others: unknown[] = ["", "no such thing", true, null, [], {}, ["a", "a"]];
  function walk(node: unknown, above: unknown[]): void {
    if (node === null || typeof node !== "object" || above.includes(node)) return;
    if ("$ref" in node) walk(resolve(document.raw, node), [...above, node]);
    for (const [keyword, value] of Object.entries(node)) {
      if (typeof value === "number") numbers.add(value);
      if (keyword === "enum" && Array.isArray(value)) others.push(...value);
      if (keyword === "const" || keyword === "example") others.push(value);
      if (keyword === "examples" && Array.isArray(value)) others.push(...value);
      walk(value, [...above, node]);
    }
  }
  walk(
    operation.parameters.map(({ schema, example }) => ({ schema, example })),
    [],
  );
  walk(operation.requestBody, []);
  for (const number of [...numbers]) for (const step of [-1, -0.5, 0.5, 1]) numbers.add(number + step);
  const lengths = [...numbers].filter(
    (number) => Number.isInteger(number) && number >= 0 && number <= 100_000,
  );
  return [
    ...others,
    ...numbers,
    ...lengths.map((length) => "x".repeat(length)),
    ...lengths
      .filter((length) => length <= 1000)
      .map((length) => Array.from({ length }, (_, index) => `${index}`)),
  ];
}

/** The value with one change: each place replaced by each of the values, left out, or given one property too many. */
function* changes(value: unknown, values: unknown[]): Generator<unknown> {
  yield* values;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const changed of changes(item, values)) yield value.with(index, changed);
    }
  } else if (value !== null && typeof value === "object") {
    yield { ...value, "no-such-property": true };
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...others } = value as Record<string, unknown>;
      yield others;
      for (const changed of changes(member, values)) yield { ...value, [key]: changed };
    }
  }
}

/** The example with the properties that it leaves out, as their own examples have them. */
function withEveryProperty(
  document: ApiDocument,
  node: Schema,
  example: unknown,
  known: Record<string, unknown>,
): unknown {
  const { properties } = resolve<{ properties?: Record<string, Schema> }>(document.raw, node);
  if (!properties || example === null || typeof example !== "object") return example;
  const all: Record<string, unknown> = { ...example };
  for (const [name, schema] of Object.entries(properties)) {
    const { examples, example: own } = resolve<{ examples?: unknown[]; example?: unknown }>(
      document.raw,
      schema,
    );
    const value = all[name] ?? known[name] ?? own ?? examples?.[0];
    if (value !== undefined) all[name] = withEveryProperty(document, schema, value, known);
  }
  return all;
}

function withKnown(value: unknown, known: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => withKnown(one, known));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, known[key] ?? withKnown(member, known)]),
  );
}

function exampleOf(document: ApiDocument, { example, schema }: Parameter): unknown {
  const { examples, example: own } = resolve<{ examples?: unknown[]; example?: unknown }>(
    document.raw,
    schema,
  );
  return example ?? own ?? examples?.[0] ?? 1;
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function keyOf({ in: place, name }: Parameter): string {
  return `${place}.${name}`;
}

function written(operation: DocumentOperation, { parameters, body }: Draft) {
  const of = (place: Parameter["in"]) =>
    operation.parameters
      .filter((parameter) => parameter.in === place && parameters[keyOf(parameter)] !== undefined)
      .map((parameter) => [parameter.name, parameters[keyOf(parameter)] ?? ""] as const);
  const path = of("path").reduce(
    (filled, [name, text]) => filled.replace(`{${name}}`, encodeURIComponent(text)),
    operation.path,
  );
  const query = new URLSearchParams(Object.fromEntries(of("query"))).toString();
  const cookie = of("cookie").map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
  const headers: Record<string, string> = {};
  for (const [name, text] of of("header")) headers[name.toLowerCase()] = text;
  if (cookie.length > 0) headers.cookie = cookie.join("; ");
  if (mediaType !== undefined && body !== undefined) headers["content-type"] = mediaType;
  return {
    method: operation.method.toUpperCase(),
    path,
    query: query === "" ? "" : `?${query}`,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
