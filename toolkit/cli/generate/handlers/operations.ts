import { takesIfMatch } from "@counterpart/server/document/caching";
import type { ApiDocument, DocumentOperation, Parameter } from "@counterpart/server/document/document";
import { takesIdempotencyKey } from "@counterpart/server/document/idempotency";
import { hasOpenBodyType, negotiableTypes } from "@counterpart/server/document/negotiable-types";
import { hasReadOrWriteOnly } from "@counterpart/server/document/schemas/read-write-only";
import { isOpen } from "@counterpart/server/document/security";
import { capitalized, commentText, typeKey } from "../literal.ts";
import { declarationsFor, importsFor } from "./declarations.ts";
import { type FilledTypes, filledTypes } from "./filled-types.ts";
import { handlerNames } from "./names.ts";
import { type OperationType, parametersType, requestBodyType } from "./operation-input.ts";
import { type ResponseType, responseTypes } from "./responses.ts";

/** What the server must implement: a typed input and output for each operation, and the routing table. */
export function emitOperations(document: ApiDocument): string {
  const marks = hasReadOrWriteOnly(document);
  const names = handlerNames(document);
  const operations = document.operations.map((operation) => ({
    operation,
    responses: responseTypes(operation, {
      name: capitalized(names.get(operation.operationId) ?? ""),
      type: operationType(operation.operationId),
      unmarked: (body) => (marks ? `WithoutWriteOnly<${body}>` : body),
      streams: true,
    }),
  }));
  const types = operations.flatMap(({ responses }) => responses.map(emitResponse)).join("\n");
  const filled = filledTypes(document);
  const inputs = operations.map(({ operation, responses }) =>
    emitOperation(operation, responses, { marks, filled }),
  );
  const text = `/** The input and output of each operation. */
export interface Operations {
${inputs.join("\n")}
}

export type OperationId = keyof Operations;

/** The validated request. \`caller\` comes from the security schemes; it may be undefined if anonymous calls are allowed. */
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
${document.operations.map(({ operationId, method, path }) => `  ${JSON.stringify({ operationId, method, path })},`).join("\n")}
] as const satisfies readonly { operationId: OperationId; method: string; path: string }[];

/**
 * Never returned. As it has no \`body\` and no \`headers\`, the compiler checks those of a handler against the response with
 * the same status, and not against all responses at once: its messages are about one response.
 */
interface NoOutput {
  status: never;
}
${declarationsFor(types + inputs.join())}${filled.declarations()}
${types}
`;
  return `${importsFor(text)}${text}`;
}

function emitOperation(
  operation: DocumentOperation,
  responses: ResponseType[],
  { marks, filled }: { marks: boolean; filled: FilledTypes },
): string {
  const output = responses.map(({ name }) => name).join(" | ");
  const type = operationType(operation.operationId);
  const parameters = (place: Parameter["in"]) =>
    parametersType(operation, place, type, filled) ?? "Record<never, never>";
  const unmarked = (body: string) => (marks ? `WithoutReadOnly<${body}>` : body);
  const body = requestBodyType(operation, type, unmarked, filled);
  return `${docComment(operation)}  ${typeKey(operation.operationId)}: {${isOpen(operation.security) ? "\n    open: true;" : ""}
    input: {
      path: ${parameters("path")};
      query: ${parameters("query")};
      headers: ${parameters("header")};
      cookies: ${parameters("cookie")};
      body: ${body};${takesIdempotencyKey(operation) ? `\n      ${idempotencyToken}` : ""}${takesIfMatch(operation) ? `\n      ${ifMatchMember}` : ""}${negotiationMembers(operation)}
    };
    output: ${output || "never"};
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

export function emitResponse({ name, members }: ResponseType): string {
  return `interface ${name} {\n${members.map((member) => `  ${member};\n`).join("")}}`;
}

/** Webhooks have no path. */
export function docComment({ method, path, summary }: DocumentOperation): string {
  const line = `\`${`${method.toUpperCase()} ${path}`.trim()}\`${summary ? `: ${summary}` : ""}`;
  return `  /** ${commentText(line)} */\n`;
}
