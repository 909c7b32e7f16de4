import {
  type Any,
  type ApiDocument,
  type DocumentOperation,
  isObject,
  mapDocument,
  operationOf,
  type RawDocument,
  resolve,
  resolveIn,
  responseKey,
  type Schema,
  slice,
  withListSchema,
} from "@counterpart/server/document";
import { mapValues, setOwn } from "@counterpart/server/values";
import { boundedSchema } from "./bounded-schema.ts";
import type { PrismAnswer, PrismChoice } from "./messages.ts";

/** Maps a method to one that Prism supports (OpenAPI 3.1). The replies don't depend on it. */
export function prismMethod(method: string): "get" | "head" | "post" {
  return method === "get" || method === "head" ? method : "post";
}

/** Replaces an example that may be large or seem to contain references. Callbacks need the actual example. */
const placeholder = "example";

/** The chosen response as documented. */
function chosenResponse(document: ApiDocument, operation: DocumentOperation, choice: PrismChoice) {
  const { responses, callbacks, deprecated } = rawOperation(document, operation);
  const key = responseKey(operation.responses, choice.status) ?? "default";
  const { description = "", headers, content } = resolve<Any>(document, responses[key] ?? {});
  const given = resolve<Any>(document, content?.[choice.mediaType ?? ""]);
  const media = given && withListSchema(choice.mediaType ?? "", given);
  const example = choice.dynamic ? undefined : chosenExample(document, media, choice.exampleKey);
  return { key, description, headers, media, example, callbacks, deprecated };
}

function rawOperation(document: ApiDocument, { path, method }: DocumentOperation): Any {
  const { paths } = document.root as unknown as RawDocument;
  return operationOf(resolve<Any>(document, paths[path]), method);
}

/** Whether calling the operation triggers callbacks. */
export function hasCallbacks(document: ApiDocument, operation: DocumentOperation): boolean {
  return rawOperation(document, operation).callbacks !== undefined;
}

/** The chosen example, for which the reply's document may have a placeholder. */
export function exampleFor(
  document: ApiDocument,
  operation: DocumentOperation,
  choice: PrismChoice,
): { value: unknown } | undefined {
  return chosenResponse(document, operation, choice).example;
}

/** Prism's reply, if the document has examples of all its parts and there are no callbacks. */
export function documentedReply(
  document: ApiDocument,
  operation: DocumentOperation,
  choice: PrismChoice,
): PrismAnswer | undefined {
  const { headers, media, example, callbacks, deprecated } = chosenResponse(document, operation, choice);
  if (callbacks || (media && !example)) return undefined;
  const values: Record<string, unknown> = deprecated ? { deprecation: "true" } : {};
  for (const [name, header] of Object.entries(headers ?? {})) {
    if (name.toLowerCase() === "content-type") continue;
    const node = resolve<Any>(document, header);
    const [media] = Object.values<Any>(node.content ?? {});
    const given =
      chosenExample(document, node, undefined) ??
      chosenExample(document, resolve<Any>(document, media), undefined);
    if (!given || given.value === null) return undefined;
    setOwn(values, name, given.value);
  }
  return { headers: values, body: example?.value };
}

/**
 * A minimal document for Prism with one response of one operation, and the operation's callbacks. Prism
 * inlines references, which takes seconds for a whole operation of a large document.
 */
export function replyDocument(
  document: ApiDocument,
  operation: DocumentOperation,
  choice: PrismChoice,
): RawDocument {
  const { path, method } = operation;
  const { info } = document.root as unknown as RawDocument;
  const chosen = chosenResponse(document, operation, choice);
  const { key, description, headers, media, example, callbacks, deprecated } = chosen;
  const response = {
    description,
    headers: mapValues(headers, (header) => withBoundedSchema(document, resolve(document, header))),
    ...(media && {
      content: {
        [choice.mediaType ?? ""]: example
          ? { examples: { [example.key]: { value: callbacks ? example.value : placeholder } } }
          : withBoundedSchema(document, media),
      },
    }),
  };
  const sent = callbacks && slice(document, operation);
  const reply = { responses: { [key]: response }, ...(deprecated && { deprecated }) };
  return withoutWriteOnly({
    openapi: "3.1.1",
    info,
    paths: {
      [path]: {
        [prismMethod(method)]: { ...reply, ...(sent && { callbacks: callbacksOf(sent, path, method) }) },
      },
    },
    ...(sent?.components && { components: sent.components }),
  });
}

function callbacksOf(sent: RawDocument, path: string, method: string): unknown {
  return operationOf(sent.paths[path], method)?.callbacks;
}

/** The named example, or the first; undefined if there is none, or its value is external. */
function chosenExample(document: ApiDocument, media: Any, exampleKey: string | undefined) {
  const { example, examples = {} } = media ?? {};
  const named = Object.entries<Any>({
    ...(example !== undefined && { default: { value: example } }),
    ...examples,
  });
  const [key, node] = named.find(([name]) => exampleKey === undefined || name === exampleKey) ?? [];
  const value = resolve<Any>(document, node)?.value;
  return key === undefined || value === undefined ? undefined : { key, value };
}

function withBoundedSchema<T extends { schema?: Schema }>(document: ApiDocument, node: T): T {
  return node.schema ? { ...node, schema: boundedSchema(document, node.schema) } : node;
}

/** The document without `writeOnly` properties, which Prism would generate for responses too. */
function withoutWriteOnly(raw: RawDocument): RawDocument {
  const isKept = (property: unknown) => resolveIn<Schema>(raw, property)?.writeOnly !== true;
  return mapDocument(raw, (node, kind) => {
    const { properties, required } = node;
    if (kind !== "schema" || !isObject(properties) || Object.values(properties).every(isKept)) return node;
    const kept = Object.fromEntries(Object.entries(properties).filter(([, property]) => isKept(property)));
    const isOther = (name: string) => !Object.hasOwn(properties, name) || Object.hasOwn(kept, name);
    return {
      ...node,
      properties: kept,
      ...(Array.isArray(required) && { required: required.filter(isOther) }),
    };
  });
}
