import type { RequestHandler, Response } from "express";
import { ApiError } from "../errors.ts";
import { contextOf } from "./context.ts";
import { ContractViolation } from "./contract-violation.ts";
import type { DocumentOperation } from "./document.ts";

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
        headers: req.headers,
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
  if (!(error instanceof ApiError) || hasStatus(operation, error.status)) return error;
  return new ContractViolation(
    `${operation.operationId} refused with ${error.status}, which it doesn't document.`,
    error,
  );
}

function hasStatus({ responses }: DocumentOperation, status: number): boolean {
  return `${status}` in responses || `${Math.floor(status / 100)}XX` in responses || "default" in responses;
}

/** The bytes of frozen bodies that have been found valid, by operation and status. */
type Remembered = WeakMap<object, Map<string, Buffer>>;

/**
 * Sends an answer. The validator has wrapped `res.json`: it looks at the body and passes it on, or throws.
 * A frozen body can't change any more, so it is validated and serialised once.
 */
function send(res: Response, operation: DocumentOperation, output: Output, remembered: Remembered): void {
  const { status, body, contentType, headers = {} } = output;
  if (!hasStatus(operation, status)) {
    throw new ContractViolation(`${operation.operationId} answered ${status}, which it doesn't document.`);
  }
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, String(value));
  res.status(status);
  if (body === undefined) {
    res.end();
    return;
  }
  if (contentType !== undefined) res.setHeader("Content-Type", contentType);
  if (Buffer.isBuffer(body) || (typeof body === "string" && !/[/+]json\b/.test(contentType ?? "json"))) {
    res.send(body);
    return;
  }
  if (!res.hasHeader("Content-Type")) res.setHeader("Content-Type", "application/json; charset=utf-8");
  const key = `${operation.operationId} ${status} ${contentType ?? ""}`;
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
      if (!res.hasHeader("Content-Type")) res.setHeader("Content-Type", "application/json; charset=utf-8");
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
