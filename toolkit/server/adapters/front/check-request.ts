import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { findMediaType } from "../../document/media-types.ts";
import { createBodyBudget } from "../../http/body/body-budget.ts";
import { bodyLimits, maxBytesAtOnce } from "../../http/body/body-limits.ts";
import { createBodyReader, unsupportedType } from "../../http/body/read-body.ts";
import { type Step, sequence } from "../../http/composition/step.ts";
import { createAuthentication } from "../../http/credentials/authenticate.ts";
import { isStreamed } from "../../http/response/send-content.ts";
import { checkHead, refuseUndecodable, refuseUnroutable, throwRefusal } from "../../http/steps/refusals.ts";
import { validateRequest } from "../../http/steps/validate-request.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import type { ContractOptions } from "./contract-options.ts";
import { type ParsedBody, takeBody } from "./parsed-body.ts";

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
    const admit = sequence(checkHead, authenticate?.(operation.security), throwRefusal, refuseUndecodable);
    const validate = validateRequest(document, operation, validators(operation));
    const readParsed = ({ body, files }: ParsedBody): Step | undefined => {
      const mediaTypes = Object.keys(operation.requestBody?.content ?? {});
      if (mediaTypes.length === 0) return undefined;
      return (req, _res, context) => {
        const type = req.headers["content-type"];
        if (type === undefined) return;
        const matched = findMediaType(mediaTypes, type);
        if (matched === undefined) throw unsupportedType(mediaTypes);
        const taken = takeBody({ body, files }, type);
        if ("form" in taken) context.form = taken.form;
        else req.body = taken.value;
        context.bodyType = matched;
      };
    };
    const checks = (reading: Step | undefined) => ({
      beforeHandler: sequence(admit, reading, validate),
      beforeRoutes: sequence(admit, reading, validate, readAllItems),
    });
    const unread = checks(read);
    return (parsed: ParsedBody | undefined) => (parsed ? checks(readParsed(parsed)) : unread);
  };
  const unroutable = sequence(
    checkHead,
    authenticate?.(document.security ?? []),
    throwRefusal,
    refuseUnroutable,
  );
  return { ofOperation, unroutable };
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
