import type { Response } from "express";
import type { Response as Documented, DocumentOperation } from "../../document/document.ts";
import { matchesMediaType } from "../../document/media-types.ts";
import { responseFor } from "../../document/response-for.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import type { Step } from "../composition/step.ts";
import type { RequestContext } from "../context.ts";
import { documentedError } from "../errors/documented-error.ts";
import { NotImplemented } from "../errors/not-implemented.ts";
import { createSend, type Output } from "../response/send.ts";
import { discard } from "../response/send-stream.ts";

/** A handler as the generated `Handlers` lists it; its types have been checked there. */
// biome-ignore lint/suspicious/noExplicitAny: each handler has its own input and services.
export type AnyHandler = (input: any, services: any) => Promise<Output>;

export interface HandlerParts {
  handlers: Record<string, AnyHandler>;
  /** Handed to the handlers. */
  services: unknown;
  validators: OperationValidators;
  /** Loads the responder that stands in for missing handlers. */
  loadStubAnswers?: () => Promise<Step>;
}

/**
 * Calls handlers with the validated request and sends their responses, validated against the document.
 * Throws at start, naming them all, when operations of the document have no handler.
 * @returns the step of an operation
 */
export function createHandling(
  operations: DocumentOperation[],
  { handlers, services, validators, loadStubAnswers }: HandlerParts,
) {
  const missing = operations.map(({ operationId }) => operationId).filter((id) => !handlers[id]);
  if (missing.length > 0) {
    throw new Error(
      `These operations have no handler: ${missing.join(", ")}. "counterpart scaffold" writes stubs.`,
    );
  }
  const send = createSend(validators);
  let stubAnswers: Promise<Step> | undefined;

  return (operation: DocumentOperation): Step => {
    const handler = handlers[operation.operationId] as AnyHandler;
    const respond = (res: Response, output: Output) => {
      const response = responseFor(operation.responses, output.status);
      const fault = violation(response, output);
      if (!fault) return send(res, operation, response, output);
      discard(output.body);
      throw new ContractViolation(`${operation.operationId} answered ${output.status}, ${fault}.`);
    };
    return (req, res, context) => {
      const { input, identity } = context;
      const given = { ...input, body: requestBody(operation, context), caller: identity?.caller };
      return handler(given, services).then(
        (output) => respond(res, output),
        async (error: unknown) => {
          if (!(error instanceof NotImplemented && loadStubAnswers)) throw documentedError(operation, error);
          stubAnswers ??= loadStubAnswers();
          return (await stubAnswers)(req, res, context);
        },
      );
    };
  };
}

/** Where the document offers several media types, the body is told apart by them. */
function requestBody({ requestBody }: DocumentOperation, { input, bodyType }: RequestContext): unknown {
  if (!requestBody || bodyType === undefined) return undefined;
  const content = input?.body;
  return Object.keys(requestBody.content).length > 1 ? { contentType: bodyType, content } : content;
}

/** HTTP knows no body for these, also where they are documented together with others, as `2XX` or `default`. */
const withoutBody = new Set([204, 205, 304]);

/** Faults of a response that the validation of its body doesn't cover. */
function violation(documented: Documented | undefined, output: Output): string | undefined {
  if (!documented) return "which it doesn't document";
  const { body, contentType, headers = {} } = output;
  const mediaTypes = Object.keys(documented.content);
  if (body === undefined && mediaTypes.length > 0 && !withoutBody.has(output.status))
    return "without the documented body";
  if (body !== undefined && mediaTypes.length === 0) return "with a body, though none is documented";
  if (contentType !== undefined && !mediaTypes.some((pattern) => matchesMediaType(pattern, contentType))) {
    return `as ${contentType}, which it doesn't document`;
  }
  for (const [name, { required, setByServer }] of Object.entries(documented.headers)) {
    if (required && !setByServer && headers[name] === undefined) return `without the header ${name}`;
  }
  return undefined;
}
