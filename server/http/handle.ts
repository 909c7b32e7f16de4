import type { RequestHandler } from "express";
import { ApiError } from "../errors.ts";
import { contextOf } from "./context.ts";
import { ContractViolation } from "./contract-violation.ts";
import type { DocumentOperation } from "./document.ts";
import { createSend, type Output } from "./send.ts";
import type { ContractValidator } from "./validate.ts";

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
  validator: ContractValidator,
): RequestHandler {
  for (const { operationId } of operations) {
    if (!handlers[operationId])
      throw new Error(`The operation ${operationId} has no handler: run npm run scaffold.`);
  }
  const send = createSend(validator);
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
    if (!hasStatus(operation, output.status)) {
      throw new ContractViolation(
        `${operation.operationId} answered ${output.status}, which it doesn't document.`,
      );
    }
    await send(req, res, operation, output);
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
