import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { findMediaType } from "../../document/media-types.ts";
import { createBodyBudget } from "../../http/body/body-budget.ts";
import { bodyLimits, maxBytesAtOnce } from "../../http/body/body-limits.ts";
import { createBodyReader, unsupportedType } from "../../http/body/read-body.ts";
import { type Step, sequence } from "../../http/composition/step.ts";
import type { RequestContext } from "../../http/context.ts";
import { createAuthentication } from "../../http/credentials/authenticate.ts";
import type { ExchangeRequest } from "../../http/exchange.ts";
import { isStreamed } from "../../http/response/send-content.ts";
import { checkHead, refuseUndecodable, refuseUnroutable, throwRefusal } from "../../http/steps/refusals.ts";
import { validateRequest } from "../../http/steps/validate-request.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import type { ContractOptions } from "./contract-options.ts";
import { type ParsedBody, takeBody } from "./parsed-body.ts";

/** A request on its way to the routes behind. */
export interface PassingRequest extends ExchangeRequest {
  /** Set if a parser in front has made something of the body. */
  parsed?: ParsedBody | undefined;
}

/**
 * Composes the steps that check a request, which may have passed parsers.
 * @returns `ofOperation`, and `unroutable` for another method at a path of the document; the steps throw what the document's
 * server would refuse with
 */
export function createRequestCheck(
  document: ApiDocument,
  validators: OperationValidators,
  {
    authenticators,
    ...given
  }: Pick<ContractOptions, "authenticators" | "maxBodyBytes" | "maxUploadBytes" | "maxFormFields">,
) {
  const limits = bodyLimits(given);
  const readBody = createBodyReader(document, limits, createBodyBudget(maxBytesAtOnce([limits])));
  const authenticate = authenticators && createAuthentication(document, authenticators);
  const ofOperation = (operation: DocumentOperation) => {
    const read = readBody(operation);
    const take = takeParsed(operation);
    const reading: Step = (req, res, context) => {
      const { parsed } = req as PassingRequest;
      return parsed ? take?.(parsed, req, context) : read?.(req, res, context);
    };
    const validate = validateRequest(document, operation, validators(operation));
    const beforeHandler = sequence(
      checkHead,
      authenticate?.(operation.security),
      throwRefusal,
      refuseUndecodable,
      reading,
      validate,
    );
    return { beforeHandler, beforeRoutes: sequence(beforeHandler, readAllItems) };
  };
  const unroutable = sequence(
    checkHead,
    authenticate?.(document.security ?? []),
    throwRefusal,
    refuseUnroutable,
  );
  return { ofOperation, unroutable };
}

/** Takes the body from the parser that has read it; undefined for an operation without a body. */
function takeParsed({ requestBody }: DocumentOperation) {
  const mediaTypes = Object.keys(requestBody?.content ?? {});
  if (mediaTypes.length === 0) return undefined;
  return (parsed: ParsedBody, req: ExchangeRequest, context: RequestContext): void => {
    const type = req.headers["content-type"];
    if (type === undefined) return;
    const matched = findMediaType(mediaTypes, type);
    if (matched === undefined) throw unsupportedType(mediaTypes);
    const taken = takeBody(parsed, type);
    if ("form" in taken) context.form = taken.form;
    else req.body = taken.value;
    context.bodyType = matched;
  };
}

/** Reads a stream of items before the routes behind, so that all of them are checked. */
const readAllItems: Step = (_req, _res, { input }) => {
  if (!input || !isStreamed(input.body)) return;
  return itemsOf(input.body).then((items) => {
    input.body = items;
  });
};

async function itemsOf(body: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of body) items.push(item);
  return items;
}
