import {
  type ApiDocument,
  type DocumentOperation,
  errorCodeNames,
  propertyEnum,
} from "@counterpart/server/document";
import { credentialVariable } from "../docs/code-samples.ts";
import { memberKey } from "../literal.ts";
import { callText, propertyAccess } from "./call-text.ts";
import { emitVerifyWebhook } from "./verify-webhook.ts";

/**
 * The package's readme: a backend route that calls an operation of the document and distinguishes its errors.
 */
export function clientReadme(document: ApiDocument, name: string): string {
  const { info, servers } = document;
  const [scheme] = Object.keys(document.securitySchemes);
  const options = [
    `baseUrl: ${JSON.stringify(servers[0]?.url ?? "https://api.example.com")}`,
    ...(scheme === undefined
      ? []
      : [`auth: { ${memberKey(scheme)}: process.env.${credentialVariable(scheme)} ?? "" }`]),
    "retry: retry()",
    "timeoutMs: 10_000",
  ];
  const operation = operationToShow(document);
  const hasOwnServers = document.operations.some(({ server }) => server !== undefined);
  return `# ${name}

A typed client for ${info.title}, generated from the OpenAPI document: [openapi-fetch](https://openapi-ts.dev/openapi-fetch/) with
types for every path, parameter, body and answer. ECMAScript modules for Node, browsers and other platforms with \`fetch\`.
${
  scheme === undefined
    ? ""
    : `
The credential is a secret: keep the client on your server, and let pages call one of your routes. This one is in the form that
Hono, Next.js, Deno and others share.
`
}
\`\`\`ts
import { createApi, createApiClient, retry } from "${name}";

const client = createApiClient({
${options.map((option) => `  ${option},\n`).join("")}});
const api = createApi(client);
${operation ? `\n${exampleRoute(document, operation)}` : ""}\`\`\`

${
  hasOwnServers
    ? "Without `baseUrl`, each operation is called at its server in the document. With it, all operations are called there.\n\n"
    : ""
}\`createApi\` has a function for each operationId, and a bundler drops it if it isn't used. \`client\` is called by path:
 \`client.GET("/…", { params: { path, query } })\`.

By default, a call never throws because of the server's answer. \`status\` distinguishes the documented answers: a success has \`data\`, and
each other status has its documented \`error\`, down to the values of its properties. Undocumented statuses, such as a proxy's,
aren't in the types. \`response\` is fetch's own, with the headers.

With \`throwOnError\`, an export of this package, only successes are returned, and every other status throws an \`ApiFailure\` with
\`status\`, \`code\` and \`body\`: for all calls by \`createApiClient({ throwOnError })\`, or for one call by its option of that name.
\`isFailure(error, operationId)\` gives a caught error the operation's types.

A response is read by its \`Content-Type\`: JSON, text, or a Blob. A body is sent in the media type of the call's
\`Content-Type\` header or of the Blob, or else in the only documented one that fits. If several fit, the types require the
header. \`headers: { "x-name": null }\` removes a header that the client sends by default.

\`retry()\` retries idempotent calls after a lost connection, 429, 500, 502, 503 and 504, and honours \`Retry-After\`: at most
\`maxAttempts\` requests (3), and no wait longer than \`maxWaitMs\` (10,000). A call is idempotent by its method, by
\`x-idempotent\` in the document, or by an \`Idempotency-Key\`, which the client adds wherever the document has this header. A
call that takes longer than \`timeoutMs\`, including all attempts, rejects with a \`TimeoutError\`; \`signal\` aborts one call.

\`client.pages("/…")\` and \`api.<operationId>.pages()\` iterate over the pages of a list: \`for await (const page of …)\`.
The header \`Link\` leads to the next page, or the link \`next\` that the document describes. Lists without either have no \`pages\`.

\`createQueries(api)\` has plain options for TanStack Query and similar libraries: \`queryOptions\` for each GET,
\`infiniteQueryOptions\` for each list with \`pages\`, and \`mutationOptions\` for each other operation. Its keys begin with the
operationId.

\`${name}/msw\` answers your tests with the document's examples, with [MSW](https://mswjs.io):
\`setupServer(...handlers())\`, and \`server.use(answerWith(operationId, status, example))\` for another documented answer.
${
  emitVerifyWebhook(document) === undefined
    ? ""
    : `
\`verifyWebhook({ body, headers }, secret)\` of \`${name}/webhooks\` verifies the API's webhooks according to Standard
Webhooks, and returns the event. Pass it the unparsed body.
`
}
\`Credentials\`, \`CallResult\`, \`ApiClient\`, \`Api\`, and the document's \`paths\`, \`operations\` and \`components\` are exported types.

\`src/client-runtime\` and \`src/client-msw\` are part of Counterpart; its licence is in \`src/client-runtime/LICENSE\`.
`;
}

/** The operation with the most documented errors. */
function operationToShow(document: ApiDocument): DocumentOperation | undefined {
  const count = (operation: DocumentOperation) =>
    Math.max(
      0,
      ...Object.keys(operation.responses).map((status) => codesOf(document, operation, status).length),
    );
  // Operations without a sample call are too complex for a readme.
  const callable = document.operations.filter(
    (operation) => callText(document, operation, "")?.imports.length === 0,
  );
  return callable.sort((a, b) => count(b) - count(a))[0];
}

function exampleRoute(document: ApiDocument, operation: DocumentOperation): string {
  const statuses = Object.keys(operation.responses).filter((status) => /^\d+$/.test(status));
  const success = statuses.find((status) => status.startsWith("2"));
  const [error] = statuses
    .filter((status) => /^[45]/.test(status))
    .sort((a, b) => codesOf(document, operation, b).length - codesOf(document, operation, a).length);
  const [code] = error === undefined ? [] : codesOf(document, operation, error);
  const [codeName] = errorCodeNames(document);
  const isNarrowed = code !== undefined && codeName !== undefined;
  const condition = isNarrowed
    ? ` && answer.error${propertyAccess(codeName)} === ${JSON.stringify(code)}`
    : "";
  return [
    "export async function POST(): Promise<Response> {",
    `  const answer = await ${callText(document, operation, "  ")?.text};`,
    ...(success
      ? [
          `  if (answer.status === ${success}) return Response.json(answer.data${emptyData(operation, success)});`,
        ]
      : []),
    ...(error
      ? [
          `  if (answer.status === ${error}${condition}) return Response.json(answer.error, { status: ${error} });`,
        ]
      : []),
    '  return Response.json({ error: "Try again later." }, { status: 502 });',
    "}",
    "",
  ].join("\n");
}

/** A success without a body can't be sent as JSON. */
function emptyData({ responses }: DocumentOperation, status: string): string {
  return Object.keys(responses[status]?.content ?? {}).length > 0 ? "" : " ?? null";
}

function codesOf(document: ApiDocument, { responses }: DocumentOperation, status: string): unknown[] {
  const [codeName] = errorCodeNames(document);
  const [content] = Object.values(responses[status]?.content ?? {});
  return codeName !== undefined && content?.schema ? propertyEnum(document, content.schema, codeName) : [];
}
