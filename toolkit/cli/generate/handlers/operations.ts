import {
  type ApiDocument,
  type DocumentOperation,
  hasOpenBodyType,
  isOpen,
  negotiableTypes,
  type Parameter,
  takesIdempotencyKey,
  takesIfMatch,
} from "@counterpart/server/document";
import { commentText, literalLines, typeKey } from "../literal.ts";
import { bodySchema } from "../types/body-schema.ts";
import { documentTypes } from "../types/document-types.ts";
import { emitLists } from "../types/schema-type.ts";
import { declarationsFor, importsFor } from "./declarations.ts";
import { type FilledTypes, filledTypes } from "./filled-types.ts";
import { type OperationType, parametersType, requestBodyType } from "./operation-input.ts";
import { responseTypes, unionMember } from "./responses.ts";
import { outputTypes, type SentTypes } from "./sent-types.ts";

/** What the server must implement: a typed input and output for each operation, and the routing table. */
export function emitOperations(document: ApiDocument): string {
  const lists: string[] = [];
  const filled = filledTypes(document, lists);
  const sent = outputTypes(document, lists);
  const members = document.operations
    .map((operation) => emitOperation(document, operation, { filled, sent }))
    .join("\n");
  const declared = `${filled.declarations()}${sent.declarations()}${emitLists(lists)}`;
  const text = `/** The input and output of each operation. */
export interface Operations {
${members}
}

export type OperationId = keyof Operations;

/**
 * The validated request. \`caller\` comes from the security schemes; it may be undefined if anonymous calls are allowed.
 */
export type Input<Id extends OperationId, Caller> = Operations[Id]["input"] & {
  caller: Operations[Id] extends { open: true } ? Caller | undefined : Caller;
};

/** The documented responses of an operation, distinguished by \`status\`. */
export type Output<Id extends OperationId> = Operations[Id]["output"] | NoOutput;

/** Every operation of the document; a missing one doesn't compile. */
export type Handlers<Caller, Services> = {
  [Id in OperationId]: (input: Input<Id, Caller>, services: Services) => Output<Id> | Promise<Output<Id>>;
};

/** The document's routes, in its order. */
export const routes = [
${document.operations.map(({ operationId, method, path }) => `  ${literalLines({ operationId, method, path }, "  ")},`).join("\n")}
] as const satisfies readonly { operationId: OperationId; method: string; path: string }[];

/**
 * Never returned. As it has no \`body\` and no \`headers\`, the compiler checks those of a handler against the response
 * with the same status, and not against all responses at once: its messages are about one response.
 */
interface NoOutput {
  status: never;
}
${declarationsFor(members)}${declared}`;
  return `${importsFor(`${members}${declared}`, documentTypes(document))}${text.replaceAll(/ +\n/g, "\n")}`;
}

function emitOperation(
  document: ApiDocument,
  operation: DocumentOperation,
  { filled, sent }: { filled: FilledTypes; sent: SentTypes },
): string {
  const { operationId } = operation;
  const type = operationType(operationId);
  const { bodies } = documentTypes(document);
  const query = bodies.ofOperation.get(operationId)?.query;
  const parameters = (place: Parameter["in"]) => {
    const documented =
      place === "query" && query ? query : `NonNullable<${type}["parameters"][${JSON.stringify(place)}]>`;
    return parametersType(operation, place, documented, filled) ?? "Record<never, never>";
  };
  const body = requestBodyType(operation, (mediaType, media) => {
    const documented = bodies.typeOf(bodySchema(document, "request", mediaType, media), "request");
    return filled.body(mediaType, media) ?? documented;
  });
  const output = responseTypes(operation, { document, type, sent, streams: true });
  return `${docComment(operation)}  ${typeKey(operationId)}: {${isOpen(operation.security) ? "\n    open: true;" : ""}
    input: {
      path: ${parameters("path")};
      query: ${parameters("query")};
      headers: ${parameters("header")};
      cookies: ${parameters("cookie")};
${unionMember("body", body, "      ")}${takesIdempotencyKey(operation) ? `\n      ${idempotencyToken}` : ""}${takesIfMatch(operation) ? `\n      ${ifMatchMember}` : ""}${negotiationMembers(operation)}
    };
${unionMember("output", output, "    ")}
  };`;
}

const idempotencyToken = `/** The same for every attempt of a request with an \`Idempotency-Key\`; undefined without one. */
      idempotencyToken: string | undefined;`;

const ifMatchMember = `/** Whether \`If-Match\` allows the change if a GET would return this body; true without the header. */
      ifMatch: (body: unknown) => boolean;`;

function negotiationMembers(operation: DocumentOperation): string {
  const types = negotiableTypes(operation).map((type) => JSON.stringify(type));
  const absent = operation.requestBody?.required ? "" : " | undefined";
  const members = [
    ...(hasOpenBodyType(operation)
      ? [`/** The body's \`Content-Type\`, as sent. */\n      contentType: string${absent};`]
      : []),
    ...(types.length > 0
      ? [
          `/** The media type that \`Accept\` prefers; undefined if it accepts none of them. */\n      accepts: ${types.join(" | ")} | undefined;`,
        ]
      : []),
  ];
  return members.map((member) => `\n      ${member}`).join("");
}

function operationType(operationId: string): OperationType {
  return `operations[${JSON.stringify(operationId)}]`;
}

/** Webhooks have no path. */
export function docComment({ method, path, summary }: DocumentOperation): string {
  const line = `\`${`${method.toUpperCase()} ${path}`.trim()}\`${summary ? `: ${summary}` : ""}`;
  return `  /** ${commentText(line)} */\n`;
}
