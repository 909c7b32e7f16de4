import { randomUUID } from "node:crypto";
import {
  type ApiDocument,
  type DocumentOperation,
  examplesOf,
  isJson,
  isSigned,
  type OutgoingRequest,
  type Response,
  responseFor,
} from "@counterpart/server/document";
import { createValidators } from "@counterpart/server/validation";
import {
  createWebhooks,
  type PreparedWebhook,
  signWebhook,
  type WebhookParts,
  type WebhookTypes,
} from "@counterpart/server/webhooks";
import { sampleParameter } from "../../samples/sample-values.ts";
import { replyFitter } from "../replies/fit-reply.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Sends a webhook or a callback with a payload from the document's examples. Returns whether the document lists the
 * status that answered, and whether it requires a signature although none was made.
 * @param secret signs by Standard Webhooks
 * @throws UsageError for an unknown webhook or an invalid secret, or if nothing answers at the URL
 */
export async function sendWebhook(
  document: ApiDocument,
  { name, to, secret }: { name: string; to: string; secret?: string | undefined },
) {
  const outgoing = document.outgoing.find((one) => one.name === name);
  if (!outgoing) throw new UsageError(unknownWebhook(document, name));
  if (!URL.canParse(to))
    throw new UsageError(`--to takes an address such as http://localhost:3000/hook, not "${to}".`);
  const { prepare } = createWebhooks<WebhookTypes>(document);
  const prepared = prepare(name, to, examplePayload(document, outgoing));
  const { url, ...init } = secret === undefined ? prepared : signed(prepared, secret);
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new UsageError(`No server answers at ${url}.`, { cause });
  });
  const { method, body } = init;
  const { status } = response;
  const documented = responseFor(outgoing.operation.responses, status) !== undefined;
  const unsigned = secret === undefined && isSigned(outgoing);
  return { method, url, body: typeof body === "string" ? body : undefined, status, documented, unsigned };
}

function signed(webhook: PreparedWebhook, secret: string): PreparedWebhook {
  try {
    return signWebhook(webhook, { secret, id: `msg_${randomUUID()}`, sentAt: new Date() });
  } catch (cause) {
    throw new UsageError(
      `It can't be signed: ${(cause as Error).message} The secret is base64, after "whsec_".`,
      { cause },
    );
  }
}

function unknownWebhook({ outgoing }: ApiDocument, name: string): string {
  if (outgoing.length === 0) return "The document has no webhooks and no callbacks.";
  return `The document has no webhook ${name}, only ${outgoing.map((one) => one.name).join(", ")}.`;
}

/** A valid payload: the document's first valid example, or a value generated from the schema. */
export function examplePayload(document: ApiDocument, { operation }: OutgoingRequest): WebhookParts {
  const valuesIn = (place: "query" | "header") => {
    const required = operation.parameters.filter((one) => one.in === place && one.required);
    return Object.fromEntries(required.map((one) => [one.name, sampleParameter(document, one)]));
  };
  const body = exampleBody(document, operation);
  return { query: valuesIn("query"), headers: valuesIn("header"), ...(body !== undefined && { body }) };
}

/** The API sends the body, so it is generated like a response's. */
function exampleBody(document: ApiDocument, { operationId, requestBody }: DocumentOperation): unknown {
  const content = requestBody?.content ?? {};
  const mediaTypes = Object.keys(content);
  const mediaType = mediaTypes.find(isJson) ?? mediaTypes[0];
  if (mediaType === undefined) return undefined;
  const media = content[mediaType] ?? {};
  // Forms and texts are generated like JSON and encoded when they are sent.
  const response: Response = { description: "", headers: {}, content: { [json]: media } };
  const asAnswered = { operationId, responses: { "200": response } } as unknown as DocumentOperation;
  const [example] = examplesOf(media);
  const { body } = replyFitter(document, createValidators(document))(asAnswered, {
    status: 200,
    headers: {},
    mediaType: json,
    body: example,
  });
  return mediaTypes.length > 1 ? { contentType: mediaType, content: body } : body;
}

const json = "application/json";
