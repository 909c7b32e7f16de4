import type { DatePlan } from "@counterpart/client/dates";
import { type EventData, isText, type ParameterStyles } from "@counterpart/client/messages";
import {
  type BodyReading,
  type BodyReadings,
  type BodyTypes,
  type DocumentedPage,
  type Idempotency,
  isIdempotentMethod,
  type OwnServer,
  type RequestPlans,
} from "@counterpart/client/requests";
import {
  type ApiDocument,
  type DocumentOperation,
  essence,
  hasItems,
  isBinary,
  isForm,
  isJson,
  isOpenRange,
  type MediaType,
  type Parameter,
  resolve,
  type Schema,
  sentPath,
  serverUrl,
  summarizeSchema,
  takesIdempotencyKey,
} from "@counterpart/server/document";
import { bodyTypes, formFields, parameterStyles } from "@counterpart/server/request";
import { operationDates } from "@counterpart/server/schemas";
import { escapePointerPart } from "@counterpart/server/values";
import { sendablePath } from "@counterpart/testing/exchanges";

/** What the document specifies about a call, where openapi-fetch alone would send or read it differently. */
export interface CallData {
  /** The path as sent, without the fragment that distinguishes operations. */
  path?: string;
  /** The URL of the operation's server. */
  server?: string;
  styles?: ParameterStyles;
  /** The media types of the body, unless only `application/json` is documented. */
  bodies?: BodyTypes;
  /** Whether the body is always a form whose fields are texts, files, and lists of them. */
  hasPlainForm?: true;
  /** How responses are read, unless their own media types decide it. */
  answers?: BodyReadings;
  /** The texts among the `data` of server-sent events. All other `data` is JSON. */
  eventData?: EventData;
  /** How to find the following page of a list: by the header `Link`, and by the documented link `next`. */
  next?: "link" | DocumentedPage;
  /** Whether it may be retried, if the method doesn't decide it. */
  idempotency?: Idempotency;
  /** Where the request and its responses have dates that are `Date`s. */
  dates?: { request?: RequestPlans; responses?: Record<string, DatePlan> };
}

/** The calls that openapi-fetch alone sends or reads wrongly, by method and path. */
export function callTable(document: ApiDocument): Record<string, CallData> {
  const entries = document.operations.map((operation): [string, CallData] => [
    `${operation.method.toUpperCase()} ${operation.path}`,
    callData(document, operation),
  ]);
  return Object.fromEntries(entries.filter(([, traits]) => Object.keys(traits).length > 0));
}

function callData(document: ApiDocument, operation: DocumentOperation): CallData {
  const { parameters, requestBody, responses, server } = operation;
  const styles = parameterStyles(document, parameters);
  // By default, the client writes only texts, numbers and booleans, each a segment of the path.
  const isPlainPath =
    operation.path.split("/").every(isPlainSegment) &&
    parameters.every((one) => one.in !== "path" || isPlain(document, one));
  if (!isPlainPath) styles.path ??= {};
  const next = nextOf(operation);
  const idempotency = idempotencyFor(operation);
  const path = callPath(operation.path);
  const bodies = bodyTypes(document, requestBody?.content ?? {});
  const answers = bodyReadings(document, responses);
  const eventData = successesFirst(responses)
    .flatMap(({ content }) => Object.values(content))
    .find((media) => media.eventData !== undefined)?.eventData;
  return {
    ...(Object.keys(styles).length > 0 && { styles }),
    ...(path !== operation.path && { path }),
    ...(server !== undefined && { server }),
    ...(!isJsonAlone(Object.keys(bodies)) && { bodies }),
    ...(hasPlainForm(document, requestBody?.content) && { hasPlainForm: true as const }),
    ...(!Object.entries(answers).every(isReadByItself) && { answers }),
    ...(eventData && { eventData }),
    ...(next && { next }),
    ...(idempotency !== undefined && { idempotency }),
    ...datesOf(document, operation),
  };
}

function datesOf(document: ApiDocument, operation: DocumentOperation): Pick<CallData, "dates"> {
  const { parameters, bodies, responses } = operationDates(document, operation);
  const places = Object.entries(parameters).map(([place, properties]) => [place, { properties }] as const);
  const [body, ...others] = Object.values(bodies);
  const request = {
    ...(places.length > 0 && { params: { properties: Object.fromEntries(places) } }),
    ...(body && { body: others.length > 0 ? [body, ...others] : body }),
  };
  const dates = {
    ...(Object.keys(request).length > 0 && { request }),
    ...(Object.keys(responses).length > 0 && { responses }),
  };
  return Object.keys(dates).length > 0 ? { dates } : {};
}

/** URL parsers drop line breaks and tabs, and read a backslash as a slash. */
function callPath(path: string): string {
  return /[\t\r\n\\]/.test(path) ? sendablePath(path) : sentPath(path);
}

function isPlainSegment(segment: string): boolean {
  return !segment.includes("{") || /^\{[^{}]+\}$/.test(segment);
}

function isPlain(document: ApiDocument, { schema, content }: Parameter): boolean {
  const { types } = summarizeSchema(document, schema);
  return !content && types.size > 0 && !types.has("array") && !types.has("object");
}

/** A list with the header `Link`, or with the link `next` to itself: by parameters, or by a URL in the answer. */
function nextOf({ operationId, path, method, parameters, responses }: DocumentOperation): CallData["next"] {
  if (method !== "get") return undefined;
  const successes = Object.entries(responses).flatMap(([status, one]) =>
    status.startsWith("2") ? [one] : [],
  );
  const hasLink = successes.some(({ headers }) => Object.keys(headers).some((name) => /^link$/i.test(name)));
  const otherwise = hasLink ? "link" : undefined;
  const link = successes.find(({ next }) => next)?.next;
  if (!link) return otherwise;
  const pointer = `#/paths/${escapePointerPart(path)}/get`;
  if (link.operationId !== operationId && link.operationRef !== pointer) return otherwise;
  if (link.target !== undefined) return { target: link.target };
  const values: Record<string, Record<string, string>> = {};
  for (const [given, value] of Object.entries(link.parameters)) {
    const parameter = parameters.find(
      ({ in: place, name }) => name === given || `${place}.${name}` === given,
    );
    // The call's own parameters are sent again.
    if (!parameter || String(value).startsWith("$request.")) continue;
    values[parameter.in] = { ...values[parameter.in], [parameter.name]: String(value) };
  }
  return Object.keys(values).length > 0 ? { parameters: values } : otherwise;
}

/** Whether the body is always a form whose fields are texts, files, and lists of them, without an encoding. */
function hasPlainForm(document: ApiDocument, content: Record<string, MediaType> = {}): boolean {
  const [[name, media] = [], ...others] = Object.entries(content);
  if (name === undefined || !media || others.length > 0 || !isForm(name)) return false;
  if (Object.keys(formFields(document, name, media)).length > 0) return false;
  const { properties, additionalProperties } = summarizeSchema(document, media.schema ?? {});
  const fields = [...Object.values(properties), ...(additionalProperties ? [additionalProperties] : [])];
  return fields.length > 0 && fields.every((field) => isFlat(document, field, true));
}

function isFlat(document: ApiDocument, schema: Schema, mayBeList: boolean): boolean {
  const { types, items, isBinary } = summarizeSchema(document, schema);
  if (types.size === 0) return isBinary;
  if (types.has("object")) return false;
  return !types.has("array") || (mayBeList && items !== undefined && isFlat(document, items, false));
}

/** Whether the client reads a media type by its name as documented. */
export function isReadByItself([name, reading]: [string, BodyReading]): boolean {
  const type = essence(name);
  if (isJson(type)) return reading === "json";
  // Other texts may look like JSON.
  return isText(type)
    ? reading === "text" && /[/+]xml$/.test(type)
    : reading === "blob" && !isOpenRange(type);
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

/** Whether a call may be retried, if the document differs from the method's default. */
function idempotencyFor(operation: DocumentOperation): Idempotency | undefined {
  const documented = takesIdempotencyKey(operation) ? "key" : operation.idempotent;
  return documented === isIdempotentMethod(operation.method.toUpperCase()) ? undefined : documented;
}

/**
 * The servers of operations, and the credentials that these require.
 * @param all the security schemes whose credentials the client sends
 */
export function ownServers(document: ApiDocument, all: string[]): OwnServer<string>[] {
  const [first] = document.servers;
  const usual = first && URL.parse(serverUrl(first))?.origin;
  const schemes = new Map<string, Set<string>>();
  for (const { server, security } of document.operations) {
    if (server === undefined) continue;
    const { origin } = new URL(server);
    const required = all.filter((scheme) => security.some((one) => Object.hasOwn(one, scheme)));
    const known = schemes.get(origin) ?? [];
    schemes.set(origin, new Set([...known, ...(origin === usual ? all : required)]));
  }
  return [...schemes].map(([url, one]) => ({ url, schemes: [...one] }));
}
