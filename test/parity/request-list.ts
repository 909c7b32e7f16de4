import {
  type ApiDocument,
  closeSchema,
  type DocumentOperation,
  type differences,
  exampleRequest,
  flat,
  type MediaType,
  operationFinder,
  resolve,
  typeOf,
} from "@counterpart/testing";
import { createCompiler, negatives } from "@counterpart/testing/fuzz";
import fc from "fast-check";
import type { Question } from "./ask.ts";

export type DifferenceId = keyof typeof differences;

/** A request that is sent to both the mock and the server. */
export interface ParityRequest extends Question {
  /** "addCartLine with an empty body". */
  title: string;
  /** The known difference that it shows. Without one, the responses must agree. */
  differsBy?: DifferenceId;
  /** Its part that only the mock understands. */
  parameter?: string;
}

type Change = Omit<Partial<ParityRequest>, "title">;

/** Every request derived from the document: its examples, and variants with one fault. */
export function requestsOf(document: ApiDocument): ParityRequest[] {
  return [
    ...document.operations.flatMap((operation) => operationRequests(document, operation)),
    ...document.paths.flatMap((path) => addressRequests(document, path)),
    ...["/nowhere", "//", "/.", "/%zz", "/*"].map((path) => bare(`GET at ${path}`, "GET", path)),
    {
      ...bare("a page's question before a request at an unknown address", "OPTIONS", "/nowhere"),
      headers: preflight("GET"),
      differsBy: "anyOrigin",
    },
  ];
}

const origin = "https://shop.example";
const preflight = (method: string) => ({ Origin: origin, "Access-Control-Request-Method": method });

function bare(title: string, method: string, path: string): ParityRequest {
  return { title, method, path, headers: {} };
}

function operationRequests(document: ApiDocument, operation: DocumentOperation): ParityRequest[] {
  const example = exampleRequest(document, operation);
  if (!example) throw new Error(`${operation.operationId} has no example of its request.`);
  const request = (words: string, change: Change = {}): ParityRequest => ({
    ...example,
    title: `${operation.operationId} ${words}`,
    ...change,
  });
  const at = { document, operation, example: request(""), request };
  return [
    request("as documented"),
    request("from a page of another origin", { headers: { ...example.headers, Origin: origin } }),
    request("with a stale copy at hand", { headers: { ...example.headers, "If-None-Match": '"1"' } }),
    request("accepting what isn't documented", { headers: { ...example.headers, Accept: "text/html" } }),
    ...(operation.method === "get" ? [request("by HEAD", { method: "HEAD" })] : []),
    ...acceptRequests(at),
    ...credentialRequests(at),
    ...queryRequests(at),
    ...pathRequests(at),
    ...forcedRequests(at),
    ...(operation.requestBody
      ? bodyRequests(at)
      : [request("with a body that it has no use for", { body: "{" })]),
  ];
}

interface At {
  document: ApiDocument;
  operation: DocumentOperation;
  example: ParityRequest;
  request: (words: string, change?: Change) => ParityRequest;
}

function successContent({ responses }: DocumentOperation): [string, MediaType][] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  return Object.entries(success?.content ?? {});
}

/** The media types other than the first. */
function acceptRequests({ operation, example, request }: At): ParityRequest[] {
  return successContent(operation)
    .slice(1)
    .map(([type]) =>
      request(`accepting ${type}`, {
        headers: { ...example.headers, Accept: type },
        differsBy: "negotiatedMediaType",
      }),
    );
}

function credentialRequests({ operation, example, request }: At): ParityRequest[] {
  const { Authorization, ...headers } = example.headers;
  if (operation.security.length === 0 || Authorization === undefined) return [];
  const presenting = (credential: string) => ({ headers: { ...headers, Authorization: credential } });
  return [
    request("without a credential", { headers }),
    request("without a credential, and with a body that isn't JSON", { headers, body: "{" }),
    request("without a credential, and with a preference", { headers: { ...headers, Prefer: "code=500" } }),
    request("with half a credential", presenting("Bearer")),
    request("with two credentials in one", presenting("Bearer one two")),
    request("with a credential of another kind", presenting("Digest nonsense")),
    request("with an unknown credential", { ...presenting("Bearer nobodys"), differsBy: "anyCredential" }),
  ];
}

function queryRequests({ document, operation, example, request }: At): ParityRequest[] {
  const separator = example.path.includes("?") ? "&" : "?";
  const asking = (query: string): Change => ({ path: `${example.path}${separator}${query}` });
  const typed = operation.parameters.filter(
    (parameter) =>
      parameter.in === "query" && !["string", "array"].includes(typeOf(flat(document, parameter.schema))),
  );
  return [
    request("with an unknown query parameter", asking("unexpected=1")),
    request("with two unknown query parameters", asking("unexpected=1&another[]=2")),
    request("with an empty query", asking("")),
    ...typed.map(({ name }) => request(`with nonsense for ${name} in the query`, asking(`${name}=nonsense`))),
  ];
}

function pathRequests({ document, operation, example, request }: At): ParityRequest[] {
  return operation.parameters
    .filter((parameter) => parameter.in === "path")
    .flatMap(({ name, schema }) => {
      // The template has as many segments as the path made from it.
      const segments = example.path.split("/");
      const place = operation.path.split("/").indexOf(`{${name}}`);
      if (place < 0) return [];
      const naming = (value: string): Change => ({ path: segments.with(place, value).join("/") });
      // If any text is valid, only a server with data knows which ids don't exist.
      const unknown: Change = typeOf(flat(document, schema)) === "string" ? { differsBy: "noState" } : {};
      return [
        request(`with an unknown ${name}`, { ...naming("nonsense"), ...unknown }),
        request(`with an endless ${name}`, { ...naming("9".repeat(3000)), ...unknown }),
        request(`with an encoded ${name}`, { ...naming("%F0%9F%90%9A%20%2F%00"), ...unknown }),
        request(`with an undecodable ${name}`, naming("%zz")),
        request(`with an empty ${name}`, naming("")),
      ];
    });
}

/** What only the mock understands. Some operations refuse unknown query parameters. */
function forcedRequests({ operation, example: { path, headers }, request }: At): ParityRequest[] {
  const separator = path.includes("?") ? "&" : "?";
  const code = Object.keys(operation.responses).findLast((status) => /^[45]\d\d$/.test(status));
  if (code === undefined) return [];
  const [example] = Object.keys(successContent(operation)[0]?.[1].examples ?? {});
  const words = {
    code,
    dynamic: "true",
    seed: "1",
    server: "nowhere",
    ...(example !== undefined && { example }),
  };
  const refused = operation.unknownQuery === "refuse" ? Object.entries(words) : [["code", code]];
  return [
    request(`preferring ${code}`, {
      headers: { ...headers, Prefer: `code=${code}` },
      differsBy: "forcedAnswers",
      parameter: "Prefer",
    }),
    ...refused.map(([word, value]) =>
      request(`with __${word} in the query`, {
        path: `${path}${separator}__${word}=${value}`,
        differsBy: "forcedAnswers",
        parameter: `__${word}`,
      }),
    ),
  ];
}

function bodyRequests({ document, operation, example, request }: At): ParityRequest[] {
  const [mediaType = "", content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const { "Content-Type": _, ...headers } = example.headers;
  const typed = (type: string, body = example.body): Change => ({
    headers: { ...headers, "Content-Type": type },
    ...(body !== undefined && { body }),
  });
  const { body: __, ...unfilled } = example;
  const empty = (words: string, more: Record<string, string>): ParityRequest => ({
    ...unfilled,
    title: request(words).title,
    headers: { ...headers, ...more },
  });
  const object: object = JSON.parse(String(example.body));
  const strange = JSON.stringify({ ...object, unexpected: 1 });
  return [
    ...otherExamples(document, content).map(([name, value]) =>
      request(`as in its example ${name}`, { body: JSON.stringify(value) }),
    ),
    ...['{"half": ', "[1,", "{'a':1}", "\u0000", " ", "\ufeff{"].map((body) =>
      request(`with a body that isn't JSON (${JSON.stringify(body)})`, { body }),
    ),
    ...["null", "[]", '"text"', "7", "true", "{}"].map((body) => request(`with the body ${body}`, { body })),
    request("with a property that isn't documented", { body: strange }),
    request("with an unknown property, and an unknown query parameter", {
      path: `${example.path}?unexpected=1`,
      body: strange,
    }),
    ...brokenBodies(document, content).map(({ words, body }) => request(words, { body })),
    empty("without a body", {}),
    empty("without a body, though it says what it is", { "Content-Type": mediaType }),
    request("with a body that doesn't say what it is", { headers }),
    request("saying its charset", typed(`${mediaType}; charset=utf-8`)),
    request("saying it in capitals", typed(mediaType.toUpperCase())),
    request("in an unknown charset", typed(`${mediaType}; charset=klingon`)),
    ...["text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense"].map((type) =>
      request(`as ${type}`, typed(type)),
    ),
    request("as a form of several parts", typed("multipart/form-data; boundary=x", "--x--\r\n")),
    request("compressed", {
      headers: { ...example.headers, "Content-Encoding": "gzip" },
      gzip: true,
    }),
    request("with an unknown compression", {
      headers: { ...example.headers, "Content-Encoding": "squeeze" },
    }),
    request("with a body that is too large", { body: JSON.stringify({ ...object, unexpected: tooLong }) }),
  ];
}

const tooLong = "x".repeat(2 ** 20);

function otherExamples(document: ApiDocument, { examples = {} }: MediaType = {}): [string, unknown][] {
  return Object.entries(examples)
    .slice(1)
    .map(([name, example]) => [name, resolve<{ value?: unknown }>(document, example).value]);
}

/** One body per keyword of the schema, which breaks only this keyword. */
function brokenBodies(
  document: ApiDocument,
  content: MediaType | undefined,
): { words: string; body: string }[] {
  const schema = closeSchema(document, content?.schema, "request");
  return negatives(createCompiler(schema), schema).reached.map(({ keyword, at, arbitrary }) => {
    const [pair] = fc.sample(arbitrary, { numRuns: 1, seed: 1 });
    return {
      words: `with a body that breaks ${keyword} at ${at || "/"}`,
      body: JSON.stringify(pair?.broken),
    };
  });
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"];

/** Everything at a path of the document except its operations, and nearby paths that don't exist. */
function addressRequests(document: ApiDocument, path: string): ParityRequest[] {
  const operations = document.operations.filter((operation) => operation.path === path);
  const [example] = operations.flatMap((operation) => exampleRequest(document, operation) ?? []);
  if (!example) return [];
  const { headers } = example;
  const find = operationFinder(document);
  const address = example.path.replace(/\?.*/, "");
  const known = new Set(operations.map(({ method }) => method.toUpperCase()));
  if (known.has("GET")) known.add("HEAD");
  return [
    bare(`OPTIONS at ${path}`, "OPTIONS", address),
    {
      ...bare(`a page's question before a request at ${path}`, "OPTIONS", address),
      headers: preflight("GET"),
    },
    ...methods
      .filter((method) => !known.has(method) && !find(method, address))
      .flatMap((method) => [
        { ...bare(`${method} at ${path}`, method, address), headers },
        bare(`${method} at ${path} without a credential`, method, address),
      ]),
    ...[`${address}/`, `/${address}`, `${address}/more`, address.toUpperCase(), address.slice(0, -1)]
      .filter((neighbour) => !find("GET", neighbour))
      .map((neighbour) => ({ ...bare(`GET at ${neighbour}, beside ${path}`, "GET", neighbour), headers })),
  ];
}
