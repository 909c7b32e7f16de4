import type { ApiDocument, OutgoingRequest } from "@counterpart/server/document";
import { declarationsFor, importsFor } from "./handlers/declarations.ts";
import { parametersType, requestBodyType } from "./handlers/operation-input.ts";
import { docComment } from "./handlers/operations.ts";
import { responseTypes, unionMember } from "./handlers/responses.ts";
import type { SentTypes } from "./handlers/sent-types.ts";
import { typeKey } from "./literal.ts";
import { bodySchema } from "./types/body-schema.ts";
import { documentTypes } from "./types/document-types.ts";

/**
 * The types of webhooks and callbacks; undefined if the document has none. The API sends them, so they are
 * typed like responses: with `readOnly` properties and without `writeOnly` ones.
 */
export function emitWebhooks(document: ApiDocument): string | undefined {
  const { outgoing } = document;
  if (outgoing.length === 0) return undefined;
  const webhooks = outgoing.map((request) => emitWebhook(document, request)).join("\n");
  const text = `/** The requests that the API sends: webhooks by name, callbacks as \`operation.callback\`. */
export interface Webhooks {
${webhooks}
}

export type WebhookName = keyof Webhooks;

/** The request, as sent and received. */
export type WebhookPayload<Name extends WebhookName> = Webhooks[Name]["payload"];

/** The documented responses of the receiver. */
export type WebhookOutput<Name extends WebhookName> = Webhooks[Name]["output"];
${declarationsFor(webhooks)}`;
  return `${importsFor(webhooks, documentTypes(document))}${text}`;
}

function typeOf({ item, operation }: OutgoingRequest): string {
  return `webhooks[${JSON.stringify(item)}][${JSON.stringify(operation.method)}]`;
}

function emitWebhook(document: ApiDocument, request: OutgoingRequest): string {
  const { name, operation } = request;
  const type = typeOf(request);
  const { bodies, value } = documentTypes(document);
  const body = requestBodyType(operation, (mediaType, media) =>
    bodies.typeOf(bodySchema(document, "outgoing", mediaType, media), "response"),
  );
  const parameters = (["query", "header"] as const).flatMap((place) => {
    const documented = `NonNullable<${type}["parameters"][${JSON.stringify(place)}]>`;
    const parametersOf = parametersType(operation, place, documented);
    if (parametersOf === undefined) return [];
    const isRequired = operation.parameters.some((one) => one.in === place && one.required);
    return [`      ${place === "header" ? "headers" : place}${isRequired ? "" : "?"}: ${parametersOf};\n`];
  });
  const isRequired = operation.requestBody?.required;
  const members = [
    ...parameters,
    ...(operation.requestBody ? [`${unionMember(`body${isRequired ? "" : "?"}`, body, "      ")}\n`] : []),
  ];
  const sent: SentTypes = {
    bodyOf: (one) => bodies.typeOf(one, "request"),
    headerOf: (schema) => value(schema, "request"),
  };
  const output = responseTypes(operation, { document, type, sent, streams: false });
  return `${docComment(operation)}  ${typeKey(name)}: {
    payload: ${members.length > 0 ? `{\n${members.join("")}    }` : "Record<never, never>"};
${unionMember("output", output.length > 0 ? output : ["{ status: number }"], "    ")}
  };`;
}
