import type { ApiDocument, OutgoingRequest } from "@counterpart/server/document/document";
import { hasReadOrWriteOnly } from "@counterpart/server/document/schemas/read-write-only";
import { declarationsFor, importsFor } from "./handlers/declarations.ts";
import { handlerNames } from "./handlers/names.ts";
import { parametersType, requestBodyType } from "./handlers/operation-input.ts";
import { docComment, emitResponse } from "./handlers/operations.ts";
import { type ResponseType, responseTypes } from "./handlers/responses.ts";
import { capitalized, typeKey } from "./literal.ts";

/**
 * The types of webhooks and callbacks; undefined if the document has none. The API sends them, so they are
 * typed like responses: with `readOnly` properties and without `writeOnly` ones.
 */
export function emitWebhooks(document: ApiDocument): string | undefined {
  const { outgoing } = document;
  if (outgoing.length === 0) return undefined;
  const marks = hasReadOrWriteOnly(document);
  const names = handlerNames({ operations: outgoing.map(({ operation }) => operation) });
  const webhooks = outgoing.map((request) => ({
    request,
    responses: responseTypes(request.operation, {
      name: capitalized(names.get(request.name) ?? ""),
      type: typeOf(request),
      unmarked: (body) => (marks ? `WithoutReadOnly<${body}>` : body),
      streams: false,
    }),
  }));
  const types = webhooks.flatMap(({ responses }) => responses.map(emitResponse)).join("\n");
  const text = `/** The requests that the API sends: webhooks by name, callbacks as \`operation.callback\`. */
export interface Webhooks {
${webhooks.map(({ request, responses }) => emitWebhook(request, responses, marks)).join("\n")}
}

export type WebhookName = keyof Webhooks;

/** The request, as sent and received. */
export type WebhookPayload<Name extends WebhookName> = Webhooks[Name]["payload"];

/** The documented responses of the receiver. */
export type WebhookOutput<Name extends WebhookName> = Webhooks[Name]["output"];
${declarationsFor(types)}
${types}
`;
  return `${importsFor(text)}${text}`;
}

function typeOf({ item, operation }: OutgoingRequest): string {
  return `webhooks[${JSON.stringify(item)}][${JSON.stringify(operation.method)}]`;
}

function emitWebhook(request: OutgoingRequest, responses: ResponseType[], marks: boolean): string {
  const { name, operation } = request;
  const type = typeOf(request);
  const body = requestBodyType(operation, type, (one) => (marks ? `WithoutWriteOnly<${one}>` : one));
  const parameters = (["query", "header"] as const).flatMap((place) => {
    const parametersOf = parametersType(operation, place, type);
    if (parametersOf === undefined) return [];
    const isRequired = operation.parameters.some((one) => one.in === place && one.required);
    return [`      ${place === "header" ? "headers" : place}${isRequired ? "" : "?"}: ${parametersOf};\n`];
  });
  const members = [
    ...parameters,
    ...(operation.requestBody ? [`      body${operation.requestBody.required ? "" : "?"}: ${body};\n`] : []),
  ];
  return `${docComment(operation)}  ${typeKey(name)}: {
    payload: ${members.length > 0 ? `{\n${members.join("")}    }` : "Record<never, never>"};
    output: ${responses.map(({ name: response }) => response).join(" | ") || "{ status: number }"};
  };`;
}
