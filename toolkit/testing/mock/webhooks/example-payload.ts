import type {
  ApiDocument,
  DocumentOperation,
  OutgoingRequest,
  Response,
} from "@counterpart/server/document/document";
import { examplesOf } from "@counterpart/server/document/examples-of";
import { isJson } from "@counterpart/server/document/media-types";
import { createValidators } from "@counterpart/server/validation/operation-validator";
import type { WebhookParts } from "@counterpart/server/webhooks/webhook-types";
import { sampleParameter } from "../../samples/sample-values.ts";
import { replyFitter } from "../replies/fit-reply.ts";

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
