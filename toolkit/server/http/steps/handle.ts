import type { Response as Documented, DocumentOperation } from "../../document/document.ts";
import { findMediaType } from "../../document/media-types.ts";
import { own } from "../../document/own.ts";
import { isBodiless, responseFor } from "../../document/response-for.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import type { OperationValidator, OperationValidators } from "../../validation/operation-validator.ts";
import type { ResponseFault } from "../../validation/response-validators.ts";
import type { Step } from "../composition/step.ts";
import { contextOf, type RequestContext } from "../context.ts";
import { withDocumentedStatus } from "../errors/documented-status.ts";
import { NotImplemented } from "../errors/not-implemented.ts";
import type { ExchangeResponse } from "../exchange.ts";
import { requestFacts } from "../request-facts.ts";
import { createSend, type Output } from "../response/send.ts";
import { discard } from "../response/send-content.ts";

/** A handler from the generated `Handlers`, where its types have been checked. */
// biome-ignore lint/suspicious/noExplicitAny: each handler has its own input and services.
export type AnyHandler = (input: any, services: any) => Output | Promise<Output>;

export interface HandlerParts {
  handlers: Record<string, AnyHandler>;
  /** Handed to the handlers. */
  services: unknown;
  validators: OperationValidators;
  /** Loads the responder for operations without a handler. */
  loadStubResponses?: () => Promise<Step>;
  /** Answers an operation without a handler. Without it, they are refused at the start. */
  otherwise?: ((operation: DocumentOperation) => Step) | undefined;
}

/**
 * Calls handlers with the validated request and sends their responses, validated against the document.
 * @returns the step for an operation
 * @throws listing the operations without a handler
 */
export function createHandling(
  operations: DocumentOperation[],
  { handlers, services, validators, loadStubResponses, otherwise }: HandlerParts,
) {
  const missing = operations.map(({ operationId }) => operationId).filter((id) => !own(handlers, id));
  if (missing.length > 0 && !otherwise) {
    throw new Error(
      `These operations have no handler: ${missing.join(", ")}. "counterpart scaffold" writes stubs.`,
    );
  }
  let stubResponses: Promise<Step> | undefined;

  return (operation: DocumentOperation): Step => {
    const handler = own(handlers, operation.operationId) as AnyHandler;
    if (!handler && otherwise) return otherwise(operation);
    const send = createSend(operation, validators(operation));
    const moreInput = requestFacts(operation);
    const faultOf = faultsOf(operation, validators(operation));
    const respond = (res: ExchangeResponse, output: Output) => {
      const fault = faultOf(output);
      if (!fault) return send(res, output);
      const { message, withValue = () => message, isOfFormat } = fault;
      const answered = `${operation.operationId} answered ${output.status},`;
      if (isOfFormat) {
        contextOf(res).formatFault = `${answered} ${message}.`;
        return send(res, output);
      }
      discard(output.body);
      throw new ContractViolation(`${answered} ${message}.`, {
        messageWithValues: () => `${answered} ${withValue()}.`,
      });
    };
    const fail = async (error: unknown, ...exchange: Parameters<Step>) => {
      if (!(error instanceof NotImplemented && loadStubResponses))
        throw withDocumentedStatus(operation, error);
      stubResponses ??= loadStubResponses();
      return (await stubResponses)(...exchange);
    };
    return async (req, res, context) => {
      let output: Output;
      try {
        const input = toInput(operation, context);
        output = await handler(moreInput ? { ...input, ...moreInput(req) } : input, services);
      } catch (error) {
        return fail(error, req, res, context);
      }
      return respond(res, output);
    };
  };
}

function toInput(operation: DocumentOperation, context: RequestContext) {
  const { input, identity, idempotencyToken } = context;
  return {
    path: input?.path,
    query: input?.query,
    headers: input?.headers,
    cookies: input?.cookies,
    body: requestBody(operation, context),
    caller: identity?.caller,
    idempotencyToken,
  };
}

/** With several documented media types, the handler receives the body with its `contentType`. */
function requestBody({ requestBody }: DocumentOperation, { input, bodyType }: RequestContext): unknown {
  if (!requestBody || bodyType === undefined) return undefined;
  const content = input?.body;
  return Object.keys(requestBody.content).length > 1 ? { contentType: bodyType, content } : content;
}

/** Finds faults in a response that body validation doesn't cover. */
function faultsOf({ responses }: DocumentOperation, { responseHeadersCheck }: OperationValidator) {
  const checks = new Map<number, (output: Output) => ResponseFault | undefined>();
  return (output: Output): ResponseFault | undefined => {
    let check = checks.get(output.status);
    if (!check) {
      const { status } = output;
      check = faultCheck(responseFor(responses, status), status, responseHeadersCheck(status));
      checks.set(output.status, check);
    }
    return check(output);
  };
}

function faultCheck(
  documented: Documented | undefined,
  status: number,
  headersFault: ReturnType<OperationValidator["responseHeadersCheck"]>,
) {
  if (!documented) return () => ({ message: "which it doesn't document" });
  const mediaTypes = Object.keys(documented.content);
  const needsBody = mediaTypes.length > 0 && !isBodiless(status);
  return ({ body, contentType, headers = {} }: Output): ResponseFault | undefined => {
    if (body === undefined && needsBody) return { message: "without the documented body" };
    if (body !== undefined && mediaTypes.length === 0) {
      return { message: "with a body, though none is documented" };
    }
    if (
      contentType !== undefined &&
      !mediaTypes.includes(contentType) &&
      findMediaType(mediaTypes, contentType) === undefined
    ) {
      return { message: `as ${contentType}, which it doesn't document` };
    }
    return headersFault(headers);
  };
}
