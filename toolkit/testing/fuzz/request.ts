import type { DocumentOperation } from "@counterpart/server/document";
import { setOwn } from "@counterpart/server/values";
import type { RestOfRequest } from "../judge/document/find-operation.ts";
import type { Presented } from "../samples/credentials.ts";
import {
  addParameter,
  emptyRequest,
  type HttpRequest,
  isCredential,
  joined,
} from "../samples/http-request.ts";
import { type Known, substitute } from "../samples/known.ts";
import { sendablePath, serialise } from "../samples/parameter-text.ts";
import type { CompiledOperation, Parts } from "./operation.ts";
import { partName } from "./operation.ts";

/** Builds a request. Known values must have been substituted. */
export function buildRequest(
  { operation, parameters, bodies }: Pick<CompiledOperation, "operation" | "parameters" | "bodies">,
  parts: Parts,
  presented: Presented[],
): HttpRequest {
  const request = emptyRequest(operation, presented);
  for (const { parameter, fresh, isValid } of parameters) {
    const name = partName(parameter);
    if (isCredential(request, parameter) || !Object.hasOwn(parts.parameters, name)) continue;
    const value = parts.parameters[name];
    const text = (fresh && isValid(value) ? fresh() : undefined) ?? serialise(parameter, value);
    if (text === undefined)
      throw new Error(`${name} can't be sent as ${JSON.stringify(parts.parameters[name])}.`);
    addParameter(request, parameter, text);
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
export function onTheWire(request: HttpRequest): WireRequest {
  const { method, body } = request;
  const { target, headers } = joined(request);
  if (!body) return { method, target, headers };
  return { method, target, headers: [...headers, ["Content-Length", String(body.length)]], body };
}
