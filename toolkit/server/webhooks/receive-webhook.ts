import type { ApiDocument, OutgoingRequest } from "../document/document.ts";
import { isJson } from "../document/media-types.ts";
import { responseFor } from "../document/response-for.ts";
import { headersAsSent } from "../http/response/header-lines.ts";
import { ContractViolation } from "../validation/contract-violation.ts";
import type { OperationValidator } from "../validation/operation-validator.ts";
import { webhookReader } from "./read-webhook.ts";
import type { WebhookParts, WebhookResponse } from "./webhook-types.ts";

/**
 * A `fetch` handler for a webhook. Rejects with the handler's error, or with a `ContractViolation`
 * for an undocumented response.
 */
export type WebhookReceiver = (request: Request) => Promise<Response>;

/**
 * Answers invalid requests with 405, 415 or 400 and `{"error", "code"}`, others with the handler's response.
 */
export function webhookReceiver(
  document: ApiDocument,
  outgoing: OutgoingRequest,
  validator: OperationValidator,
  handle: (payload: WebhookParts) => Promise<WebhookResponse>,
): WebhookReceiver {
  const read = webhookReader(document, outgoing, validator);
  return async (request) => {
    const payload = await read(request);
    if (!("message" in payload)) return toResponse(outgoing, validator, await handle(payload));
    const { status, message } = payload;
    const headers = status === 405 ? { Allow: outgoing.operation.method.toUpperCase() } : {};
    return Response.json({ error: message, code: "INVALID_REQUEST" }, { status, headers });
  };
}

function toResponse(
  { name, operation }: OutgoingRequest,
  validator: OperationValidator,
  { status, body, contentType, headers: given = {} }: WebhookResponse,
): Response {
  const documented = responseFor(operation.responses, status);
  if (!documented) throw new ContractViolation(`${name} answered ${status}, which it doesn't document.`);
  const fault = validator.responseHeadersCheck(status)(given);
  if (fault) throw new ContractViolation(`${name} answered ${status}, ${fault.message}.`);
  const headers = new Headers();
  for (const [key, lines] of Object.entries(headersAsSent(documented, given)))
    for (const line of [lines].flat()) headers.append(key, line);
  if (body === undefined) return new Response(null, { status, headers });
  const [first = "application/json"] = Object.keys(documented.content);
  const mediaType = contentType ?? first;
  headers.set("Content-Type", mediaType);
  const text =
    typeof body === "string" && !isJson(mediaType)
      ? body
      : // A copy, since defaults are filled in.
        validator.validateResponse(status, mediaType, JSON.parse(JSON.stringify(body)));
  return new Response(text, { status, headers });
}
