import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { exampleRequest } from "../../samples/example-request.ts";
import { sampleParameter } from "../../samples/sample-values.ts";
import { errorCodeNames, propertyEnum } from "../error-codes.ts";

/** The package's readme: how a call is made, and how its errors are told apart, on an operation of the document. */
export function clientReadme(document: ApiDocument, name: string): string {
  const { info, servers } = document;
  const [scheme] = Object.keys(document.securitySchemes);
  const auth = scheme === undefined ? "" : `, auth: { ${key(scheme)}: process.env.API_KEY ?? "" }`;
  const operation = teller(document);
  return `# ${name}

A typed client for ${info.title}: [openapi-fetch](https://openapi-ts.dev/openapi-fetch/) that knows every path, parameter, body
and answer, generated from the OpenAPI document. ECMAScript modules, for Node, browsers and others that have \`fetch\`.

\`\`\`ts
import { createApiClient } from "${name}";

const client = createApiClient({ baseUrl: ${JSON.stringify(servers[0]?.url ?? "https://api.example.com")}${auth} });
${operation ? `\n${exampleCall(document, operation)}` : ""}\`\`\`

A call never throws for what the server answers. \`status\` tells the documented answers apart: with a success comes
\`data\`, with each other status the \`error\` that is documented for it, down to the values of its properties. Statuses that
aren't documented, as from a proxy in between, aren't in the types. \`response\` is fetch's own, with the headers.

\`Credentials\`, \`Answer\`, \`ApiClient\`, and the document's \`paths\`, \`operations\` and \`components\` are exported as types.
`;
}

/** The operation with the most errors to tell apart. */
function teller(document: ApiDocument): DocumentOperation | undefined {
  const count = (operation: DocumentOperation) =>
    Math.max(
      0,
      ...Object.keys(operation.responses).map((status) => codesOf(document, operation, status).length),
    );
  const callable = document.operations.filter((operation) => {
    const request = exampleRequest(document, operation);
    // Other bodies than JSON are more than a readme has to show.
    return request !== undefined && (request.body === undefined || request.json !== undefined);
  });
  return callable.sort((a, b) => count(b) - count(a))[0];
}

function exampleCall(document: ApiDocument, operation: DocumentOperation): string {
  const statuses = Object.keys(operation.responses).filter((status) => /^\d+$/.test(status));
  const success = statuses.find((status) => status.startsWith("2"));
  const errors = statuses
    .filter((status) => /^[45]/.test(status))
    .sort((a, b) => codesOf(document, operation, b).length - codesOf(document, operation, a).length);
  const [error] = errors;
  const [code] = error === undefined ? [] : codesOf(document, operation, error);
  const [codeName] = errorCodeNames(document);
  const isNarrowed = code !== undefined && codeName !== undefined;
  const says = isNarrowed ? ` && answer.error${access(codeName)} === ${JSON.stringify(code)}` : "";
  return [
    `const answer = await client${member(operation.method.toUpperCase())}(${JSON.stringify(operation.path)}${init(document, operation)});`,
    ...(success ? [`if (answer.status === ${success}) console.log(answer.data);`] : []),
    ...(error
      ? [`${success ? "else " : ""}if (answer.status === ${error}${says}) console.log(answer.error);`]
      : []),
    "",
  ].join("\n");
}

function init(document: ApiDocument, operation: DocumentOperation): string {
  const request = exampleRequest(document, operation);
  const places = (["path", "query", "header"] as const).flatMap((place) => {
    const needed = operation.parameters.filter((parameter) => parameter.in === place && parameter.required);
    const values = needed.map(
      (parameter) => `${key(parameter.name)}: ${JSON.stringify(sampleParameter(document, parameter))}`,
    );
    return values.length > 0 ? [`${place}: { ${values.join(", ")} }`] : [];
  });
  const parts = [
    ...(places.length > 0 ? [`params: { ${places.join(", ")} }`] : []),
    ...(request?.json === undefined ? [] : [`body: ${literal(request.json)}`]),
  ];
  return parts.length > 0 ? `, {\n${parts.map((part) => `  ${part},\n`).join("")}}` : "";
}

/** JSON as one would write it in TypeScript. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${key(name)}: ${literal(one)}`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}

function codesOf(document: ApiDocument, { responses }: DocumentOperation, status: string): unknown[] {
  const [codeName] = errorCodeNames(document);
  const [content] = Object.values(responses[status]?.content ?? {});
  return codeName !== undefined && content?.schema ? propertyEnum(document, content.schema, codeName) : [];
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function access(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** `M-SEARCH` needs brackets. */
function member(name: string): string {
  return /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
