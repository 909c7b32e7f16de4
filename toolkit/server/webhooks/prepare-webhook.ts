import { headerText } from "@counterpart/client/messages";
import { serializeBody, serializeQuery } from "@counterpart/client/requests";
import { sentMediaType } from "../document/body-reading.ts";
import type { ApiDocument, OutgoingRequest } from "../document/document.ts";
import { essence, isJson } from "../document/media-types.ts";
import { formFields } from "../request/form-fields.ts";
import { parameterStyles } from "../request/parameter-styles.ts";
import { ContractViolation } from "../validation/contract-violation.ts";
import type { OperationValidator } from "../validation/operation-validator.ts";
import { plainCopy } from "../validation/response-validators.ts";
import type { WebhookParts } from "./webhook-types.ts";

/** A webhook to send by `fetch(url, webhook)`, after signing or storing it if needed. */
export interface PreparedWebhook {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** JSON as text. */
  body?: string | Blob | FormData;
}

/** @throws ContractViolation if the payload doesn't match the document; stored texts may break their format */
export function prepareWebhook(
  document: ApiDocument,
  { name, operation }: OutgoingRequest,
  validator: OperationValidator,
  url: string,
  payload: WebhookParts,
): PreparedWebhook {
  const { query = {}, headers: given = {}, body: givenBody } = plainParts(payload);
  const { bodyType, body: content } = bodyOf(operation.requestBody, givenBody);
  const input = {
    ...{ path: {}, query, headers: given, cookies: {} },
    ...(content !== undefined && { body: content }),
  };
  const sentType = content === undefined ? undefined : bodyType;
  const invalid = validator.validateRequest(input, sentType);
  if (invalid && !validator.isValidAsStored(input, sentType))
    throw new ContractViolation(`The payload of ${name} is invalid: ${invalid.join("; ")}.`);
  const { body } = input;
  const styles = parameterStyles(document, operation.parameters);
  const target = new URL(url);
  const queryText = serializeQuery(query, styles.query);
  if (queryText !== "") target.search += (target.search === "" ? "" : "&") + queryText;
  const headers = Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => {
      const [, style] =
        Object.entries(styles.header ?? {}).find(([name]) => name.toLowerCase() === key.toLowerCase()) ?? [];
      const text = headerText(value, style);
      return text === undefined ? [] : [[key, text]];
    }),
  );
  const prepared = { url: target.href, method: operation.method.toUpperCase(), headers };
  if (body === undefined || bodyType === undefined) return prepared;
  // `fetch` sets a form's Content-Type itself, with the boundary.
  const media = operation.requestBody?.content[bodyType] ?? {};
  const contentType =
    body instanceof Blob && bodyType.includes("*") && body.type !== ""
      ? body.type
      : sentMediaType(document, bodyType, media);
  if (essence(contentType) !== "multipart/form-data") headers["Content-Type"] = contentType;
  const fields = formFields(document, bodyType, media);
  const written = isJson(contentType)
    ? JSON.stringify(body)
    : serializeBody(essence(contentType), body, fields);
  return { ...prepared, body: written as NonNullable<PreparedWebhook["body"]> };
}

/** Copies the caller's objects, since the validator replaces each `Date` with its text. */
function plainParts({ query, headers, body }: WebhookParts): WebhookParts {
  const plain = { query: plainCopy(query), headers: plainCopy(headers), body: plainCopy(body) };
  return plain as WebhookParts;
}

/** With several media types, the body names its own. */
function bodyOf(
  requestBody: OutgoingRequest["operation"]["requestBody"],
  body: unknown,
): { bodyType?: string; body?: unknown } {
  const mediaTypes = Object.keys(requestBody?.content ?? {});
  const [only] = mediaTypes;
  if (mediaTypes.length <= 1) return { ...(only !== undefined && { bodyType: only }), body };
  const { contentType, content } = (body ?? {}) as { contentType?: string; content?: unknown };
  return { ...(contentType !== undefined && { bodyType: contentType }), body: content };
}
