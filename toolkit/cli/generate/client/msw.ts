import {
  type ApiDocument,
  type DocumentOperation,
  isJson,
  operationSelectors,
  type Response,
  sentMediaType,
  sentPath,
} from "@counterpart/server/document";
import { headersAsSent } from "@counterpart/server/http";
import { createValidators } from "@counterpart/server/validation";
import { getOrMake, mapValues } from "@counterpart/server/values";
import { sendablePath, successStatus } from "@counterpart/testing/exchanges";
import { bodyText, replyFitter } from "@counterpart/testing/replies";
import type { ExampleOperation } from "../../client-msw/example-handlers.ts";
import { literal, quotedKey } from "../literal.ts";

/** The folder of the runtime module that the emitted code imports. */
export const mswFolder = "client-msw";

/**
 * The declarations that the compiler needs of MSW, because a project that builds a client may not have it.
 */
export const mswDeclarations = `declare module "msw" {
  export interface HttpHandler {}
  type Add = (path: RegExp, respond: (info: { request: Request }) => Response | undefined) => HttpHandler;
  export const http: Record<"all" | "delete" | "get" | "head" | "options" | "patch" | "post" | "put", Add>;
}
`;

/** MSW handlers that answer with the document's examples, for tests of code that calls the API. */
export function emitMsw(document: ApiDocument): string {
  const { operations, parts } = exampleAnswers(document);
  return `import { http, type HttpHandler } from "msw";
import { createExampleHandlers } from "./${mswFolder}/example-handlers.ts";

const parts: readonly unknown[] = [
${parts.map((part) => `  ${literal(JSON.parse(part))},\n`).join("")}];

const operations = {
${Object.entries(operations)
  .map(([id, operation]) => `  ${quotedKey(id)}: ${literal(operation)},\n`)
  .join("")}} as const;

type Operations = typeof operations;
type Answers<Id extends keyof Operations> = Operations[Id]["answers"];
type Statuses<Id extends keyof Operations> = ToNumber<keyof Answers<Id>>;
type ToNumber<Key> = Key extends \`\${infer Status extends number}\` ? Status : never;
type Examples<Answer> = Answer extends { examples: infer E } ? keyof E & string : never;

export interface HandlerOptions {
  /** The API's URL, or only its path, such as \`/api\`. By default, its paths are answered at any origin. */
  baseUrl?: string;
}

const exampleHandlers = createExampleHandlers<HttpHandler>(http, operations, parts);

/** A handler for each operation, with the example of its successful answer: \`setupServer(...handlers())\`. */
export function handlers(options: HandlerOptions = {}): HttpHandler[] {
  return exampleHandlers.all(options);
}

/**
 * A handler for one operation with another documented answer: \`server.use(answerWith("createPet", 409, "NAME_TAKEN"))\`.
 * @param example the name of an example; by default, the first one
 */
export function answerWith<Id extends keyof Operations, Status extends Statuses<Id>>(
  operationId: Id,
  status: Status,
  example?: Examples<Answers<Id>[\`\${Status}\` & keyof Answers<Id>]>,
  options: HandlerOptions = {},
): HttpHandler {
  return exampleHandlers.one(operationId, [status, example], options);
}
`;
}

/** Bodies and headers that several answers share are written once. */
function exampleAnswers(document: ApiDocument) {
  const fitted = replyFitter(document, createValidators(document));
  const places = new Map<string, number>();
  const placeOf = (value: unknown) => getOrMake(places, JSON.stringify(value), () => places.size);

  function answerOf(operation: DocumentOperation, status: number, response: Response) {
    const { content } = response;
    const types = Object.keys(content);
    const mediaType = types.find((type) => isJson(sentMediaType(document, type, content[type]))) ?? types[0];
    const documented = content[mediaType ?? ""];
    const contentType = mediaType && sentMediaType(document, mediaType, documented);
    const { examples = {}, example } = documented ?? {};
    const given = Object.entries(examples).flatMap(([name, { value }]): [string, unknown][] =>
      value === undefined ? [] : [[name, value]],
    );
    const candidates = given.length > 0 ? given : [["default", example] as [string, unknown]];
    const replies = candidates.map(([name, body]) => {
      const reply = fitted(operation, { status, headers: {}, mediaType, body });
      return { name, ...reply };
    });
    // Browser scripts can't read Set-Cookie, so its lines may be joined.
    const headers = mapValues(headersAsSent(response, replies[0]?.headers ?? {}), String);
    const bodies = replies.filter(({ body }) => body !== undefined);
    return {
      ...(contentType !== undefined && { contentType }),
      ...(Object.keys(headers).length > 0 && { headers: placeOf(headers) }),
      examples: Object.fromEntries(
        bodies.map(({ name, body }) => [
          name,
          placeOf(isJson(contentType) ? body : bodyText(body, contentType ?? "", documented)),
        ]),
      ),
    };
  }

  const byAddress = Map.groupBy(document.operations, addressOf);
  const operations = document.operations.map((operation): [string, ExampleOperation] => {
    const { operationId, method, path, responses } = operation;
    const isAlone = byAddress.get(addressOf(operation))?.length === 1;
    const success = successStatus(responses);
    const answers = Object.entries(responses).flatMap(([key, response]) => {
      const status = key === "default" || key === `${String(success)[0]}XX` ? success : Number(key);
      const isTaken = String(status) !== key && String(status) in responses;
      return Number.isNaN(status) || isTaken
        ? []
        : [[status, answerOf(operation, status, response)] as const];
    });
    return [
      operationId,
      {
        method,
        path: sendablePath(path),
        ...(!isAlone && { selectors: operationSelectors(document, operation) }),
        success,
        answers: Object.fromEntries(answers),
      },
    ];
  });
  return { operations: Object.fromEntries(operations), parts: [...places.keys()] };
}

/** An operation's address in MSW's syntax. */
function addressOf({ method, path }: DocumentOperation): string {
  return `${method} ${sentPath(path).replaceAll(/\{[^}]*\}/g, "{}")}`;
}
