import { type ApiDocument, type DocumentOperation, isObject, type Node } from "@counterpart/server/document";
import { curl, variableOf } from "@counterpart/testing/exchanges";
import { exampleOf } from "@counterpart/testing/samples";
import { callText } from "../client/call-text.ts";
import { memberKey } from "../literal.ts";

/** An entry of Redoc's `x-codeSamples`. */
export interface CodeSample {
  lang: string;
  label?: string;
  source: string;
}

/**
 * The samples in an operation's `x-codeSamples` or `x-code-samples`, also with ReadMe's field names. Drops
 * invalid ones, because Redoc fails on a sample without a language.
 */
export function writtenSamples(operation: Node): CodeSample[] {
  const written = operation["x-codeSamples"] ?? operation["x-code-samples"];
  if (!Array.isArray(written)) return [];
  return written.filter(isObject).flatMap((one) => {
    const { lang = one.language, source = one.code, label = one.name } = one;
    if (typeof lang !== "string" || typeof source !== "string") return [];
    return [{ lang, source, ...(typeof label === "string" && { label }) }];
  });
}

/**
 * The samples of an operation: the document's own, `curl` unless it has one for a shell, and a call of the
 * typed client. Without a valid request to show, no sample is generated.
 * @param own the operation's `x-codeSamples`
 * @param clientPackage the name of the client's package
 */
export function codeSamples(
  document: ApiDocument,
  operation: DocumentOperation,
  { own, clientPackage }: { own: CodeSample[]; clientPackage: string },
): CodeSample[] {
  const has = (pattern: RegExp) => own.some(({ lang }) => pattern.test(lang));
  const curl = has(/^(shell|bash|sh|curl)$/i) ? undefined : curlSample(document, operation);
  const call = has(/^(typescript|ts)$/i) ? undefined : clientSample(document, operation, clientPackage);
  return [
    ...(curl === undefined ? [] : [{ lang: "Shell", label: "curl", source: curl }]),
    ...own,
    ...(call === undefined ? [] : [{ lang: "TypeScript", label: "TypeScript", source: call }]),
  ];
}

function clientSample(
  document: ApiDocument,
  operation: DocumentOperation,
  clientPackage: string,
): string | undefined {
  const call = callText(document, operation, "");
  if (call === undefined) return undefined;
  const [scheme] = Object.keys(operation.security[0] ?? {});
  const options = [
    'baseUrl: process.env.BASE_URL ?? ""',
    ...(scheme === undefined
      ? []
      : [`auth: { ${memberKey(scheme)}: process.env.${credentialVariable(scheme)} ?? "" }`]),
  ];
  const [success] = Object.keys(operation.responses)
    .filter((status) => /^2\d\d$/.test(status))
    .sort();
  return [
    ...call.imports,
    `import { createApi, createApiClient } from ${JSON.stringify(clientPackage)};`,
    "",
    "const client = createApiClient({",
    ...options.map((option) => `  ${option},`),
    "});",
    "const api = createApi(client);",
    "",
    `const answer = await ${call.text};`,
    ...(success === undefined ? [] : [`if (answer.status === ${success}) console.log(answer.data);`]),
    "",
  ].join("\n");
}

/** Reads credentials and the service's address from variables, as `fuzz` and `mcp` do. */
function curlSample(document: ApiDocument, operation: DocumentOperation): string | undefined {
  const example = exampleOf(document, operation, { invented: true });
  if (!example) return undefined;
  const { request } = example;
  const presented = request.presented.map((one) => ({ ...one, variable: credentialVariable(one.scheme) }));
  return `${curl({ ...request, presented }, "$BASE_URL", { showsHead: false, isMultiline: true, readsFiles: true })}\n`;
}

/** The variable that `fuzz` and `mcp` read a scheme's credential from. */
export function credentialVariable(scheme: string): string {
  const variable = variableOf(scheme);
  return /^[A-Z_]/.test(variable) ? variable : "API_KEY";
}
