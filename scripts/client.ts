import type { ApiDocument, SecurityScheme } from "../server/http/document.ts";
import { runtimeSource, specialCalls } from "./client-calls.ts";
import { serverUrl } from "./normalise.ts";
import { hasMarks } from "./types.ts";

/** The typed client: openapi-fetch over the document's paths, with its credentials and statuses. */
export function emitClient(document: ApiDocument): string {
  const { raw } = document;
  const marks = hasMarks(raw);
  const special = specialCalls(document);
  const imports = special
    ? "createClient, { createQuerySerializer, mergeHeaders, type"
    : "createClient, { type";
  return `import ${imports} Client, type ClientOptions, type MaybeOptionalInit } from "openapi-fetch";
import type { ${marks ? "$Read, $Write, " : ""}paths } from "./types.ts";

export type * from "./types.ts";

${credentials(document)}
${answerTypes(marks)}
${createSource(document, special !== undefined)}${special ? `\n${special}\n${runtimeSource}` : ""}`;
}

function credentials({ securitySchemes }: ApiDocument): string {
  const schemes = Object.entries(securitySchemes).filter(([, scheme]) => carrier(scheme));
  return `/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
${schemes.map(([name, scheme]) => `  /** ${describe(scheme)} */\n  ${JSON.stringify(name)}?: string;\n`).join("")}}
`;
}

function answerTypes(marks: boolean): string {
  const body = marks ? "Shown<C[keyof C]>" : "C[keyof C]";
  return `/**
 * What a call is answered with. \`status\` tells the documented answers apart: \`data\` is there for a success, else \`error\`,
 * each as the document has it for this status. Anything between you and the server can answer with other statuses.
 */
export type Answer<Operation, Init = unknown> = Operation extends { responses: infer R }
  ? { [K in keyof R]: OneAnswer<K, R, Init> }[keyof R]
  : never;

type OneAnswer<K extends keyof R, R, Init> = IsSuccess<K> extends true
  ? { status: StatusOf<K, R>; data: Parsed<BodyOf<R[K]>, Init>; error?: never; response: Response }
  : { status: StatusOf<K, R>; data?: never; error: BodyOf<R[K]>; response: Response };

type IsSuccess<K> = \`\${K & (string | number)}\` extends \`2\${string}\` ? true : false;

type BodyOf<T> = T extends { content: infer C } ? ${body} : undefined;

type Parsed<Body, Init> = Init extends { parseAs: "text" }
  ? string
  : Init extends { parseAs: "blob" }
    ? Blob
    : Init extends { parseAs: "arrayBuffer" }
      ? ArrayBuffer
      : Init extends { parseAs: "stream" }
        ? Response["body"]
        : Body;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type ToNumber<Text extends string> = Text extends \`\${infer N extends number}\` ? N : never;
type Range<First extends string> = ToNumber<\`\${First}\${Digit}\${Digit}\`>;

/** \`404\` is itself, \`4XX\` what of it has no answer of its own, \`default\` whatever else isn't a success. */
type StatusOf<K, R> = K extends number
  ? K
  : K extends \`\${infer First}XX\`
    ? Exclude<Range<First>, keyof R>
    : Exclude<Range<"3" | "4" | "5">, keyof R | RangesOf<keyof R>>;
type RangesOf<K> = K extends \`\${infer First}XX\` ? Range<First> : never;
${
  marks
    ? `
/** Without what only requests have. */
type Shown<T> = T extends $Write<unknown>
  ? never
  : T extends $Read<infer U>
    ? Shown<U>
    : T extends Blob
      ? T
      : T extends (infer E)[]
        ? Shown<E>[]
        : T extends object
          ? { [K in keyof T as NonNullable<T[K]> extends $Write<unknown> ? never : K]: Shown<T[K]> }
          : T;
`
    : ""
}
type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Args<Init> = {} extends Init
  ? [init?: Init & { [key: string]: unknown }]
  : [init: Init & { [key: string]: unknown }];

type Call<M extends Method> = <P extends PathsWith<M>, Init extends MaybeOptionalInit<paths[P], M & keyof paths[P]>>(
  path: P,
  ...args: Args<Init>
) => Promise<Answer<paths[P][M & keyof paths[P]], Init>>;

/** A method for each of HTTP's, over the paths of the document; \`use\` and \`eject\` are openapi-fetch's. */
export interface ApiClient extends Pick<Client<paths>, "use" | "eject"> {
  request: <
    M extends Method,
    P extends PathsWith<M>,
    Init extends MaybeOptionalInit<paths[P], M & keyof paths[P]>,
  >(
    method: M,
    path: P,
    ...args: Args<Init>
  ) => Promise<Answer<paths[P][M & keyof paths[P]], Init>>;
  GET: Call<"get">;
  PUT: Call<"put">;
  POST: Call<"post">;
  DELETE: Call<"delete">;
  OPTIONS: Call<"options">;
  HEAD: Call<"head">;
  PATCH: Call<"patch">;
  TRACE: Call<"trace">;
}
`;
}

function createSource(document: ApiDocument, isSpecial: boolean): string {
  const [server] = document.raw.servers ?? [];
  const base = server ? serverUrl(server).replace(/\/$/, "") : "";
  const lines = Object.entries(document.securitySchemes).flatMap(([name, scheme]) => {
    const value = `auth[${JSON.stringify(name)}]`;
    const carry = carrier(scheme)?.(value);
    return carry ? [`      if (${value} !== undefined) ${carry}\n`] : [];
  });
  return `/**
 * A fetch client that knows every path, parameter, body and answer of the document.
 * It doesn't throw on error statuses: look at \`status\`, which tells \`data\` from \`error\`.
 */
export function createApiClient({ auth = {}, ...options }: ClientOptions & { auth?: Credentials } = {}): ApiClient {
  const client = createClient<paths>({ baseUrl: ${JSON.stringify(base)}, ...options });
  client.use({
    onRequest({ request }) {
${lines.join("")}      return request;
    },
    onResponse({ response }) {
      // openapi-fetch parses an empty body as JSON when Content-Length is missing, and throws.
      return response.body === null && response.status !== 204
        ? new Response(null, { status: response.status, headers: { ...Object.fromEntries(response.headers), "Content-Length": "0" } })
        : response;
    },
  });
  const send = client.request as (method: string, path: string, init?: object) => Promise<{ response: Response }>;
  const request = async (method: string, path: string, init?: object) => {
    const answer = await ${isSpecial ? "send(method, ...prepared(method.toUpperCase(), path, init))" : "send(method, path, init)"};
    return { ...answer, status: answer.response.status };
  };
  const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];
  const calls = methods.map((method) => [method, (path: string, init?: object) => request(method, path, init)]);
  return { use: client.use, eject: client.eject, request, ...Object.fromEntries(calls) };
}
`;
}

/** The statement that puts a credential on the request, or undefined where fetch can't carry it by itself. */
function carrier(scheme: SecurityScheme): ((value: string) => string) | undefined {
  const name = JSON.stringify(scheme.name);
  if (scheme.type === "http" && scheme.scheme?.toLowerCase() === "basic") {
    return (value) =>
      `request.headers.set("Authorization", \`Basic \${btoa(String.fromCodePoint(...new TextEncoder().encode(${value})))}\`);`;
  }
  if (scheme.type === "http" || scheme.type === "oauth2" || scheme.type === "openIdConnect") {
    return (value) =>
      `request.headers.set("Authorization", \`${authorizationScheme(scheme)} \${${value}}\`);`;
  }
  if (scheme.type !== "apiKey") return undefined;
  if (scheme.in === "header") return (value) => `request.headers.set(${name}, ${value});`;
  if (scheme.in === "query") {
    return (value) =>
      `{
        const url = new URL(request.url);
        url.searchParams.set(${name}, ${value});
        request = new Request(url, request);
      }`;
  }
  return (value) => `request.headers.append("Cookie", \`\${${name}}=\${encodeURIComponent(${value})}\`);`;
}

function authorizationScheme({ type, scheme = "" }: SecurityScheme): string {
  return type === "http" ? scheme.slice(0, 1).toUpperCase() + scheme.slice(1) : "Bearer";
}

function describe(scheme: SecurityScheme): string {
  if (scheme.type === "apiKey") {
    if (scheme.in === "query") return `Sent as the parameter ${scheme.name} of the query.`;
    if (scheme.in === "cookie")
      return `Sent as the cookie ${scheme.name}; in a browser, set that cookie instead.`;
    return `Sent as the header ${scheme.name}.`;
  }
  if (scheme.scheme?.toLowerCase() === "basic") return "`user:password`, sent as `Authorization: Basic …`.";
  return `Sent as \`Authorization: ${authorizationScheme(scheme)} …\`.`;
}
