import type { IncomingHttpHeaders } from "node:http";
import type { RequestHandler, Response } from "express";
import { ApiError } from "../errors.ts";
import { contextOf } from "./context.ts";
import { ContractViolation } from "./contract-violation.ts";
import type { Response as Documented, DocumentOperation } from "./document.ts";
import { essence, matchesMediaType } from "./media-type.ts";

interface Output {
  status: number;
  body?: unknown;
  contentType?: string;
  headers?: Record<string, unknown>;
}

/** A handler as the generated `Handlers` lists it; its types have been checked there. */
// biome-ignore lint/suspicious/noExplicitAny: each handler has its own input and services.
export type AnyHandler = (input: any, services: any) => Promise<Output>;

/**
 * Calls the operation's handler with the validated request and sends what it answers, held to the document.
 * Throws at start when an operation of the document has no handler.
 */
export function handle(
  operations: DocumentOperation[],
  handlers: Record<string, AnyHandler>,
  services: unknown,
): RequestHandler {
  for (const { operationId } of operations) {
    if (!handlers[operationId])
      throw new Error(`The operation ${operationId} has no handler: run npm run scaffold.`);
  }
  const remembered: Remembered = new WeakMap();
  return async (req, res) => {
    const { operation, pathParams, identity } = contextOf(res);
    const handler = operation && handlers[operation.operationId];
    if (!operation || !handler) throw new ApiError("NOT_FOUND", "There is nothing at this address.");
    const output = await handler(
      {
        path: pathParams,
        query: req.query,
        headers: documentedHeaders(operation, req.headers),
        cookies: req.cookies ?? {},
        body: requestBody(operation, req.headers["content-type"], req.body),
        caller: identity?.caller,
      },
      services,
    ).catch((error: unknown) => {
      throw documented(operation, error);
    });
    send(res, operation, output, remembered);
  };
}

/** Under the names that the document gives them, whatever their case was in the request. */
function documentedHeaders(
  { parameters }: DocumentOperation,
  given: IncomingHttpHeaders,
): Record<string, unknown> {
  const headers: Record<string, unknown> = {};
  for (const { in: place, name } of parameters) {
    const value = given[name.toLowerCase()];
    if (place === "header" && value !== undefined) headers[name] = value;
  }
  return headers;
}

function requestBody(
  { requestBody }: DocumentOperation,
  contentType: string | undefined,
  body: unknown,
): unknown {
  if (!requestBody || body === undefined) return undefined;
  return Object.keys(requestBody.content).length > 1 ? { contentType, content: body } : body;
}

/** Handlers may refuse only with a status that their operation documents. */
function documented(operation: DocumentOperation, error: unknown): unknown {
  if (!(error instanceof ApiError) || responseFor(operation, error.status)) return error;
  return new ContractViolation(
    `${operation.operationId} refused with ${error.status}, which it doesn't document.`,
    error,
  );
}

function responseFor({ responses }: DocumentOperation, status: number): Documented | undefined {
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default;
}

/** What the validator, which looks into JSON bodies alone, wouldn't see. */
function violation(documented: Documented | undefined, output: Output): string | undefined {
  if (!documented) return "which it doesn't document";
  const { body, contentType, headers = {} } = output;
  const mediaTypes = Object.keys(documented.content);
  if (body === undefined && mediaTypes.length > 0) return "without the documented body";
  if (body !== undefined && mediaTypes.length === 0) return "with a body, though none is documented";
  if (contentType !== undefined && !mediaTypes.some((pattern) => matchesMediaType(pattern, contentType))) {
    return `as ${contentType}, which it doesn't document`;
  }
  for (const [name, { required, setByServer }] of Object.entries(documented.headers)) {
    if (required && !setByServer && headers[name] === undefined) return `without the header ${name}`;
  }
  return undefined;
}

/** The bytes of frozen bodies that have been found valid, by operation and status. */
type Remembered = WeakMap<object, Map<string, Buffer>>;

/**
 * Sends an answer. The validator has wrapped `res.json`: it looks at the body and passes it on, or throws.
 * A frozen body can't change any more, so it is validated and serialised once.
 */
function send(res: Response, operation: DocumentOperation, output: Output, remembered: Remembered): void {
  const { status, body, headers = {} } = output;
  const documented = responseFor(operation, status);
  const fault = violation(documented, output);
  if (fault) throw new ContractViolation(`${operation.operationId} answered ${status}, ${fault}.`);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, String(value));
  res.status(status);
  if (body === undefined) {
    res.end();
    return;
  }
  const [first = "application/json"] = Object.keys(documented?.content ?? {});
  const contentType = output.contentType ?? (first.includes("*") ? "application/json" : first);
  res.setHeader(
    "Content-Type",
    contentType === "application/json" ? "application/json; charset=utf-8" : contentType,
  );
  if (Buffer.isBuffer(body) || (typeof body === "string" && !/[/+]json$/.test(essence(contentType)))) {
    res.send(body);
    return;
  }
  const key = `${operation.operationId} ${status} ${contentType}`;
  const known = Object.isFrozen(body) && typeof body === "object" && body !== null ? body : undefined;
  const bytes = known && remembered.get(known)?.get(key);
  if (bytes) {
    end(res, bytes);
    return;
  }
  res.json(body);
  if (known) remember(remembered, known, key, res.locals.sent);
}

function remember(remembered: Remembered, body: object, key: string, bytes: unknown): void {
  if (!Buffer.isBuffer(bytes)) return;
  const byKey = remembered.get(body) ?? new Map<string, Buffer>();
  byKey.set(key, bytes);
  remembered.set(body, byKey);
}

/** Takes the place of Express's `res.json`, below the validator's: serialises, sends, and shows what it sent. */
export function sendJson(): RequestHandler {
  return (_req, res, next) => {
    res.json = (body: unknown) => {
      const bytes = Buffer.from(JSON.stringify(body));
      res.locals.sent = bytes;
      end(res, bytes);
      return res;
    };
    next();
  };
}

function end(res: Response, bytes: Buffer): void {
  res.setHeader("Content-Length", bytes.length);
  res.end(bytes);
}
