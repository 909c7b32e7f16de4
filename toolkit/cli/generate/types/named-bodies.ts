import {
  type ApiDocument,
  type DocumentOperation,
  essence,
  type MediaType,
  resolve,
} from "@counterpart/server/document";
import { getOrMake } from "@counterpart/server/values";
import { handlerNames } from "../handlers/names.ts";
import { capitalized } from "../literal.ts";
import { type BodyKind, type BodySchema, bodySchema, type Direction } from "./body-schema.ts";
import type { TypeNames } from "./type-names.ts";

/** The types of bodies that aren't components. */
export interface NamedBodies {
  /** The type of a body: a component, a short type, or a declared one. */
  typeOf(body: BodySchema, direction: Direction): string;
  /** The declared types of bodies, in the order of the document. */
  declared: { name: string; text: string; schema: unknown }[];
  /** `CreatePetBody` and so on for the bodies of operations that have another name, and for queries. */
  aliases: { name: string; text: string }[];
  /** The names of an operation's body and query, by operationId. */
  ofOperation: Map<string, { body?: string; query?: string }>;
}

type Content = Record<string, MediaType> | undefined;

/** @param textOf the type of a body without a name */
export function namedBodies(
  document: ApiDocument,
  names: TypeNames,
  textOf: (body: BodySchema, direction: Direction) => string,
): NamedBodies {
  const bySchema = new Map<unknown, Map<string, string>>();
  const bodies: NamedBodies = { typeOf, declared: [], aliases: [], ofOperation: new Map() };
  const { responses, requestBodies } = componentsOf(document);
  for (const [direction, components = {}] of [
    ["request", requestBodies],
    ["response", responses],
  ] as const) {
    for (const [name, node] of Object.entries(components)) {
      const { content } = resolve<{ content?: Content }>(document, node);
      nameContent(bodyName(name), content, direction, direction);
    }
  }
  const handlers = handlerNames(document);
  for (const operation of document.operations) {
    const name = capitalized(handlers.get(operation.operationId) ?? "");
    nameContent(`${name}Body`, operation.requestBody?.content, "request", "request");
    nameResponses(name, operation, "response");
    bodies.ofOperation.set(operation.operationId, aliasesOf(operation, name));
  }
  const receivers = handlerNames({ operations: document.outgoing.map(({ operation }) => operation) });
  for (const { operation } of document.outgoing) {
    const name = capitalized(receivers.get(operation.operationId) ?? "");
    nameContent(`${name}Payload`, operation.requestBody?.content, "outgoing", "response");
    nameResponses(name, operation, "request");
  }
  return bodies;

  function typeOf(body: BodySchema, direction: Direction): string {
    const text = textOf(body, direction);
    const type = bySchema.get(body.schema)?.get(text) ?? text;
    return body.isItem ? `AsyncIterable<${type}>` : type;
  }

  /** Names the bodies of each media type; those after the first also by their type. */
  function nameContent(wanted: string, content: Content, kind: BodyKind, direction: Direction): void {
    let isFirst = true;
    for (const [mediaType, media] of Object.entries(content ?? {})) {
      const body = bodySchema(document, kind, mediaType, resolve<MediaType>(document, media));
      const text = textOf(body, direction);
      if (!text.includes("{") && text.length <= longestInline) continue;
      const own = getOrMake(bySchema, body.schema, () => new Map<string, string>());
      if (own.has(text)) continue;
      const name = names.take(isFirst ? wanted : `${wanted}-${essence(mediaType).replace(/^.*\//, "")}`);
      own.set(text, name);
      bodies.declared.push({ name, text, schema: body.schema });
      isFirst = false;
    }
  }

  function nameResponses(name: string, operation: DocumentOperation, direction: Direction): void {
    for (const [status, { content }] of Object.entries(operation.responses))
      nameContent(`${name}${capitalized(status)}Body`, content, "response", direction);
  }

  function aliasesOf({ operationId, parameters, requestBody }: DocumentOperation, name: string) {
    const [first] = Object.entries(requestBody?.content ?? {});
    const body = first && alias(`${name}Body`, typeOf(bodySchema(document, "request", ...first), "request"));
    const hasQuery = parameters.some((one) => one.in === "query");
    const query =
      hasQuery &&
      alias(`${name}Query`, `NonNullable<operations[${JSON.stringify(operationId)}]["parameters"]["query"]>`);
    return { ...(body && { body }), ...(query && { query }) };
  }

  /** A body with the operation's name needs no alias. */
  function alias(wanted: string, text: string): string {
    if (text === wanted) return wanted;
    const name = names.take(wanted);
    bodies.aliases.push({ name, text });
    return name;
  }
}

/** After a component: `NotFoundBody`. */
function bodyName(component: string): string {
  return /body$/i.test(component) ? component : `${component}-Body`;
}

/** In characters. A longer type has a name. */
const longestInline = 60;

function componentsOf({ root }: Pick<ApiDocument, "root">): Record<string, Record<string, object>> {
  return (root as { components?: Record<string, Record<string, object>> }).components ?? {};
}
