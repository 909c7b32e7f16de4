import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { own } from "@counterpart/server/document/own";
import { isObject, type Node } from "@counterpart/server/document/walk";
import { isSendable, type Placed, placed, variableOf } from "@counterpart/testing/fuzz/credentials";
import { exampleRequest } from "@counterpart/testing/samples/example-request";
import { shellQuoted } from "@counterpart/testing/samples/shell-quoted";
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
    `import { createApi, createApiClient } from ${JSON.stringify(clientPackage)};`,
    "",
    "const client = createApiClient({",
    ...options.map((option) => `  ${option},`),
    "});",
    "const api = createApi(client);",
    "",
    `const answer = await ${call};`,
    ...(success === undefined ? [] : [`if (answer.status === ${success}) console.log(answer.data);`]),
    "",
  ].join("\n");
}

/** Reads credentials and the service's address from variables, as `fuzz` and `mcp` do. */
function curlSample(document: ApiDocument, operation: DocumentOperation): string | undefined {
  const request = exampleRequest(document, operation);
  // Forms with files or other bytes can't be written on a command line.
  if (!request) return undefined;
  const { method, path, headers, json, fields, body } = request;
  const text = json === undefined ? body : JSON.stringify(json);
  if (text !== undefined && json === undefined && fields === undefined) return undefined;
  const credentials = credentialsOf(document, operation);
  const lines = [
    `${method === "GET" ? "curl" : `curl -X ${method}`} "$BASE_URL"${withVariables(path, "query", credentials)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${header(name, value, credentials)}`),
    ...(text === undefined ? [] : [`-d ${shellQuoted(text)}`]),
  ];
  return `${lines.join(" \\\n  ")}\n`;
}

/** Where the request carries the credentials of its first alternative. */
function credentialsOf(document: ApiDocument, { security }: DocumentOperation): Placed[] {
  return Object.keys(security[0] ?? {}).flatMap((scheme) => {
    const definition = own(document.securitySchemes, scheme);
    if (!definition || !isSendable(definition)) return [];
    return [placed({ scheme, definition, value: "any", variable: credentialVariable(scheme) })];
  });
}

/** The variable that `fuzz` and `mcp` read a scheme's credential from. */
export function credentialVariable(scheme: string): string {
  const variable = variableOf(scheme);
  return /^[A-Z_]/.test(variable) ? variable : "API_KEY";
}

function header(name: string, value: string, credentials: Placed[]): string {
  const own = credentials.find((one) => one.in === "header" && one.name.toLowerCase() === name.toLowerCase());
  if (own?.shell !== undefined) return `"${name}: ${own.shell}"`;
  const text = `${name}: ${value}`;
  return name === "Cookie" ? withVariables(text, "cookie", credentials) : shellQuoted(text);
}

/** A text for the shell, in which each `name=any` of a credential has the variable's value. */
function withVariables(text: string, place: Placed["in"], credentials: Placed[]): string {
  let quoted = shellQuoted(text);
  for (const { in: where, name, value, shell } of credentials) {
    if (where !== place || shell === undefined) continue;
    quoted = quoted.replaceAll(
      new RegExp(`(?<=[?&; ]${escaped(name)}=)${value}(?=[&;']|$)`, "g"),
      () => `'"${shell}"'`,
    );
  }
  return quoted.replace(/''$/, "");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
