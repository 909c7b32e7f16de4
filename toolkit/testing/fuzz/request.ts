import type { DocumentOperation } from "@counterpart/server/document/document";
import { setOwn } from "@counterpart/server/document/own";
import type { RestOfRequest } from "../checks/answer-faults.ts";
import { type Known, substitute } from "../samples/known.ts";
import { sendablePath, serialise } from "../samples/parameter-text.ts";
import { type Presented, placed, placeKey } from "./credentials.ts";
import type { CompiledOperation, Parts } from "./operation.ts";
import { partName } from "./operation.ts";

/** A request to send. Credentials are separate so that none is printed. */
export interface HttpRequest {
  method: string;
  path: string;
  /** Encoded: `limit=5`. */
  query: string[];
  headers: [name: string, value: string][];
  cookies: string[];
  body?: Buffer;
  presented: Presented[];
}

/** Builds a request. Known values must have been substituted. */
export function buildRequest(
  { operation, parameters, bodies }: Pick<CompiledOperation, "operation" | "parameters" | "bodies">,
  parts: Parts,
  presented: Presented[],
): HttpRequest {
  const request: HttpRequest = {
    method: operation.method.toUpperCase(),
    path: sendablePath(operation.path),
    query: [],
    headers: [],
    cookies: [],
    presented,
  };
  const credentials = new Set(presented.map(placed).map(placeKey));
  for (const { parameter } of parameters) {
    const name = partName(parameter);
    // Credentials are sent once, even if a parameter describes them too.
    if (credentials.has(placeKey(parameter))) continue;
    if (!Object.hasOwn(parts.parameters, name)) continue;
    const text = serialise(parameter, parts.parameters[name]);
    if (text === undefined)
      throw new Error(`${name} can't be sent as ${JSON.stringify(parts.parameters[name])}.`);
    if (parameter.in === "path") request.path = request.path.replaceAll(`{${parameter.name}}`, () => text);
    if (parameter.in === "query") request.query.push(text);
    if (parameter.in === "header") request.headers.push([parameter.name, text]);
    if (parameter.in === "cookie") request.cookies.push(text);
  }
  const { body } = parts;
  if (body) {
    const encoded = bodies.find(({ mediaType }) => mediaType === body.mediaType)?.encode(body.value);
    if (!encoded) throw new Error(`The body can't be sent as ${body.mediaType}.`);
    request.headers.push(["Content-Type", encoded.contentType]);
    request.body = encoded.bytes;
  }
  return request;
}

/** Adds a header, or replaces it. */
export function withHeader(request: HttpRequest, header: [name: string, value: string]): HttpRequest {
  const [name] = header;
  const others = request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: [...others, header] };
}

/** The parts that distinguish requests with the same method and path. */
export function restOf({ query, headers }: Pick<HttpRequest, "query" | "headers">): RestOfRequest {
  return { search: query.length > 0 ? `?${query.join("&")}` : "", headers };
}

/** The path of a request, with samples in place of known values. */
export function pathOf(
  { path }: DocumentOperation,
  compiled: Pick<CompiledOperation, "parameters">,
  parts: Parts,
  sample: (known: Known) => unknown,
): string {
  const texts = Object.entries(pathTexts(compiled, parts, sample));
  return texts.reduce((whole, [name, text]) => whole.replaceAll(`{${name}}`, () => text), sendablePath(path));
}

/** The encoded texts of the path parameters, by name. */
export function pathTexts(
  { parameters }: Pick<CompiledOperation, "parameters">,
  parts: Parts,
  sample: (known: Known) => unknown,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { parameter } of parameters) {
    if (parameter.in !== "path") continue;
    const value = substitute(parts.parameters[partName(parameter)], sample);
    setOwn(texts, parameter.name, serialise(parameter, value) ?? "");
  }
  return texts;
}

/** The size of the sent parameters in bytes, with samples in place of known values. */
export function parametersSize(
  { parameters }: Pick<CompiledOperation, "parameters">,
  parts: Parts,
  sample: (known: Known) => unknown,
): number {
  return parameters.reduce((sum, { parameter }) => {
    const name = partName(parameter);
    if (!Object.hasOwn(parts.parameters, name)) return sum;
    const text = serialise(parameter, substitute(parts.parameters[name], sample)) ?? "";
    return sum + parameter.name.length + Buffer.byteLength(text);
  }, 0);
}

export interface WireRequest {
  method: string;
  target: string;
  headers: [string, string][];
  body?: Buffer;
}

/** Adds the credentials to a request. */
export function onTheWire({
  method,
  path,
  query,
  headers,
  cookies,
  body,
  presented,
}: HttpRequest): WireRequest {
  const places = presented.map(placed);
  const allQuery = [
    ...query,
    ...places.filter((one) => one.in === "query").map(({ name, value }) => `${name}=${value}`),
  ];
  const allCookies = [
    ...cookies,
    ...places.filter((one) => one.in === "cookie").map(({ name, value }) => `${name}=${value}`),
  ];
  return {
    method,
    target: allQuery.length > 0 ? `${path}?${allQuery.join("&")}` : path,
    headers: [
      ...places
        .filter((one) => one.in === "header")
        .map(({ name, value }): [string, string] => [name, value]),
      ...headers,
      ...(allCookies.length > 0 ? [["Cookie", allCookies.join("; ")] satisfies [string, string]] : []),
      ...(body ? [["Content-Length", String(body.length)] satisfies [string, string]] : []),
    ],
    ...(body && { body }),
  };
}
