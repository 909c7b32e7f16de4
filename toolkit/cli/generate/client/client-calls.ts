import { type IdempotencyTable, idempotencyOf } from "@counterpart/server/client-runtime/calls/idempotency";
import { isText } from "@counterpart/server/client-runtime/media-type";
import type { OwnServers } from "@counterpart/server/client-runtime/own-servers";
import type { CallTraits } from "@counterpart/server/client-runtime/prepare-calls";
import type { BodyReading, BodyReadings } from "@counterpart/server/client-runtime/read-body";
import {
  type ApiDocument,
  type DocumentOperation,
  type MediaType,
  resolve,
  type Schema,
} from "@counterpart/server/document/document";
import { takesIdempotencyKey } from "@counterpart/server/document/idempotency";
import { hasItems } from "@counterpart/server/document/item-stream";
import { essence, isJson, isOpenRange } from "@counterpart/server/document/media-types";
import { escapePointerPart } from "@counterpart/server/document/references";
import { isBinary } from "@counterpart/server/document/schemas/binary";
import { sentPath } from "@counterpart/server/document/selectors";
import { serverUrl } from "@counterpart/server/document/server-url";
import { bodyTypes } from "@counterpart/server/request/body-types";
import { parameterStyles } from "@counterpart/server/request/parameter-styles";
import { sendablePath } from "@counterpart/testing/samples/parameter-text";

/** The calls that openapi-fetch alone sends or reads wrongly, by method and path. */
export function callTable(document: ApiDocument): Record<string, CallTraits> {
  const entries = document.operations.map((operation): [string, CallTraits] => [
    `${operation.method.toUpperCase()} ${operation.path}`,
    callTraits(document, operation),
  ]);
  return Object.fromEntries(entries.filter(([, traits]) => Object.keys(traits).length > 0));
}

function callTraits(document: ApiDocument, operation: DocumentOperation): CallTraits {
  const { parameters, requestBody, responses } = operation;
  const styles = parameterStyles(document, parameters);
  const path = callPath(operation.path);
  const bodies = bodyTypes(document, requestBody?.content ?? {});
  const answers = bodyReadings(document, responses);
  const eventData = successesFirst(responses)
    .flatMap(({ content }) => Object.values(content))
    .find((media) => media.eventData !== undefined)?.eventData;
  return {
    ...(Object.keys(styles).length > 0 && { styles }),
    ...(path !== operation.path && { path }),
    ...(!isJsonAlone(Object.keys(bodies)) && { bodies }),
    ...(!isJsonAlone(Object.keys(answers)) && { answers }),
    ...(eventData && { eventData }),
    ...nextOf(operation),
  };
}

/** URL parsers drop line breaks and tabs, and read a backslash as a slash. */
function callPath(path: string): string {
  return /[\t\r\n\\]/.test(path) ? sendablePath(path) : sentPath(path);
}

/** The documented link `next` of a list to itself: by parameters, or by a URL in the answer. */
function nextOf({
  operationId,
  path,
  method,
  parameters,
  responses,
}: DocumentOperation): Pick<CallTraits, "next"> {
  const link = method === "get" ? successesFirst(responses).find(({ next }) => next)?.next : undefined;
  if (!link) return {};
  const pointer = `#/paths/${escapePointerPart(path)}/get`;
  if (link.operationId !== operationId && link.operationRef !== pointer) return {};
  if (link.target !== undefined) return { next: { target: link.target } };
  const values: Record<string, Record<string, string>> = {};
  for (const [given, value] of Object.entries(link.parameters)) {
    const parameter = parameters.find(
      ({ in: place, name }) => name === given || `${place}.${name}` === given,
    );
    // The call's own parameters are sent again.
    if (!parameter || String(value).startsWith("$request.")) continue;
    values[parameter.in] = { ...values[parameter.in], [parameter.name]: String(value) };
  }
  return Object.keys(values).length > 0 ? { next: { parameters: values } } : {};
}

/** Whether the media types match what the client does by default. */
function isJsonAlone(mediaTypes: string[]): boolean {
  return mediaTypes.every((type) => type === "application/json");
}

/** How responses are read, by media type; successes take precedence. */
function bodyReadings(document: ApiDocument, responses: DocumentOperation["responses"]): BodyReadings {
  const readings: BodyReadings = {};
  for (const { content } of successesFirst(responses)) {
    for (const [name, media] of Object.entries(content)) {
      if (!Object.hasOwn(readings, name)) readings[name] = readingOf(document, name, media);
    }
  }
  return readings;
}

function successesFirst(responses: DocumentOperation["responses"]) {
  const entries = Object.entries(responses);
  const isSuccess = ([status]: [string, unknown]) => status.startsWith("2");
  return [...entries.filter(isSuccess), ...entries.filter((one) => !isSuccess(one))].map(([, one]) => one);
}

function readingOf(document: ApiDocument, name: string, media: MediaType): BodyReading {
  if (hasItems(name, media)) return "items";
  const type = essence(name);
  if (isJson(type)) return "json";
  if (media.schema && isBinary(resolve<Schema>(document, media.schema))) return "blob";
  if (isOpenRange(type)) return "json";
  return isText(type) ? "text" : "blob";
}

/** Which calls may be retried, if the document differs from the method's default. */
export function idempotencyTable({ operations }: ApiDocument): IdempotencyTable {
  const table: IdempotencyTable = {};
  for (const operation of operations) {
    const { method, path, idempotent } = operation;
    const said = takesIdempotencyKey(operation) ? "key" : idempotent;
    if (said === undefined || said === idempotencyOf({}, method, path)) continue;
    table[`${method.toUpperCase()} ${path}`] = said;
  }
  return table;
}

/**
 * The operations with their own `servers`, and the credentials that they require.
 * @param all the security schemes whose credentials the client sends
 */
export function ownServerTable(document: ApiDocument, all: string[]): OwnServers<string> {
  const [first] = document.servers;
  const usual = first && URL.parse(serverUrl(first))?.origin;
  const schemesOf = ({ security }: DocumentOperation) =>
    all.filter((scheme) => security.some((one) => Object.hasOwn(one, scheme)));
  return Object.fromEntries(
    document.operations.flatMap((operation) => {
      const { method, path, server } = operation;
      if (server === undefined) return [];
      const schemes = new URL(server).origin === usual ? all : schemesOf(operation);
      return [[`${method.toUpperCase()} ${path}`, { url: server, schemes }]];
    }),
  );
}
