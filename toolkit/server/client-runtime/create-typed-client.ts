import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { Answer, MediaType } from "./answer.ts";
import type { InitOf } from "./call-init.ts";
import { type CallOptions, createCallPolicy } from "./calls/call-policy.ts";
import { followingPage, type NextPage } from "./calls/following-page.ts";
import type { IdempotencyTable } from "./calls/idempotency.ts";
import type { Fetch } from "./calls/retry.ts";
import type { Returned, Throwing } from "./calls/throw-on-error.ts";
import { withTimeLimit } from "./calls/time-limit.ts";
import { combineHeaders } from "./combine-headers.ts";
import type { AddCredential } from "./credentials.ts";
import { isJson } from "./media-type.ts";
import { credentialFilter, type OwnServers } from "./own-servers.ts";
import { type CallInit, type PrepareCall, type PreparedCall, prepareCalls } from "./prepare-calls.ts";
import { readBody } from "./read-body.ts";
import { serializePath } from "./styles/serialize-path.ts";

export type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

type PathsWith<Paths, M extends string> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof Paths];

type Args<Init> =
  Record<never, never> extends Init
    ? [init?: Init & { [key: string]: unknown }]
    : [init: Init & { [key: string]: unknown }];

/** Undefined if it can be omitted: it is inferred from the arguments. */
type MaybeInit<Operation> =
  Record<never, never> extends InitOf<Operation>
    ? ThrowingInit<Operation> | undefined
    : ThrowingInit<Operation>;

type ThrowingInit<Operation> = InitOf<Operation> & { throwOnError?: Throwing | undefined };

/** The answer of a call, whose own `throwOnError` overrides the client's. */
type AnswerOf<Operation, Init, Media extends MediaType, Throws> = Returned<
  Answer<Operation, Init, Media>,
  Init extends { throwOnError: infer Own extends Throwing } ? Own : Throws
>;

type Call<Paths extends {}, M extends string, Media extends MediaType, Throws extends Throwing> = <
  P extends PathsWith<Paths, M>,
  Init extends MaybeInit<Paths[P][M & keyof Paths[P]]>,
>(
  path: P,
  ...args: Args<Init>
) => Promise<AnswerOf<Paths[P][M & keyof Paths[P]], Init, Media, Throws>>;

/**
 * A function for each HTTP method, typed by the paths of the document; `use` and `eject` come from openapi-fetch.
 * `Other` has the methods beyond OpenAPI 3.1, in lower case; `Media` limits answers to some media types,
 * and `Throws` to successes.
 */
export type TypedClient<
  Paths extends {},
  Other extends string = never,
  Media extends MediaType = MediaType,
  Throws extends Throwing = false,
> = CommonClient<Paths, Other, Media, Throws> & {
  [M in Other as Uppercase<M>]: Call<Paths, M, Media, Throws>;
};

interface CommonClient<
  Paths extends {},
  Other extends string,
  Media extends MediaType,
  Throws extends Throwing,
> extends Pick<Client<Paths>, "use" | "eject"> {
  request: <
    M extends Method | Other,
    P extends PathsWith<Paths, M>,
    Init extends MaybeInit<Paths[P][M & keyof Paths[P]]>,
  >(
    method: M,
    path: P,
    ...args: Args<Init>
  ) => Promise<AnswerOf<Paths[P][M & keyof Paths[P]], Init, Media, Throws>>;
  GET: Call<Paths, "get", Media, Throws>;
  PUT: Call<Paths, "put", Media, Throws>;
  POST: Call<Paths, "post", Media, Throws>;
  DELETE: Call<Paths, "delete", Media, Throws>;
  OPTIONS: Call<Paths, "options", Media, Throws>;
  HEAD: Call<Paths, "head", Media, Throws>;
  PATCH: Call<Paths, "patch", Media, Throws>;
  TRACE: Call<Paths, "trace", Media, Throws>;
  /**
   * Iterates over the answers of a GET and its following pages, up to the last page or the first error: by the header
   * `Link: rel="next"` (RFC 8288), or the documented link `next`.
   * Throws if the next page has another origin.
   */
  pages: <P extends PathsWith<Paths, "get">, Init extends MaybeInit<Paths[P]["get" & keyof Paths[P]]>>(
    path: P,
    ...args: Args<Init>
  ) => AsyncGenerator<AnswerOf<Paths[P]["get" & keyof Paths[P]], Init, Media, Throws>, void, undefined>;
  /**
   * This client in openapi-fetch's own types, for libraries that accept one, such as openapi-react-query. It doesn't
   * throw because of a status.
   */
  openapiFetch: Client<Paths, Media>;
}

// biome-ignore lint/suspicious/noExplicitAny: every client of this kind.
type AnyClient = CommonClient<any, any, any, any>;

type PathsOf<C extends AnyClient, M extends string> =
  C extends CommonClient<infer Paths, infer _Other, infer _Media, infer _Throws>
    ? PathsWith<Paths, M>
    : never;

/** The `data` of a successful call: `MethodResponse<typeof client, "get", "/pets">`. */
export type MethodResponse<C extends AnyClient, M extends Method, P extends PathsOf<C, M>, Init = unknown> =
  C extends CommonClient<infer Paths, infer _Other, infer Media, infer _Throws>
    ? NonNullable<Answer<Paths[P & keyof Paths][M & keyof Paths[P & keyof Paths]], Init, Media>["data"]>
    : never;

/** openapi-fetch's options, and how failures are handled. */
export type TypedClientOptions = ClientOptions & CallOptions;

/** The option that makes every call throw on error statuses. */
export interface ThrowingOptions<Throws extends Throwing> {
  throwOnError?: Throws | undefined;
}

/** What the document specifies about its calls beyond types. */
export interface ClientTraits<Scheme extends string> {
  /** A credential for each security scheme in use; read again for every request. */
  auth: { [S in Scheme]?: string };
  /** How each security scheme adds its credential to a request. */
  schemes: Record<Scheme, AddCredential>;
  /** Changes the arguments of calls that openapi-fetch would serialize differently from the document. */
  prepareCall?: PrepareCall;
  /** Which calls may be retried, if the method doesn't decide it. */
  idempotency?: IdempotencyTable;
  /** Operations that aren't at the client's `baseUrl`. */
  ownServers?: OwnServers<Scheme>;
  /** The methods beyond OpenAPI 3.1, in lower case. */
  otherMethods?: string[];
}

interface UntypedAnswer {
  response: Response;
  data?: unknown;
  error?: unknown;
}

/**
 * openapi-fetch with credentials, with the status beside `data` and `error`, and with an `Idempotency-Key` if the
 * document has one. Error statuses throw only with `throwOnError`.
 */
export function createTypedClient<
  Paths extends {},
  Scheme extends string,
  Other extends string = never,
  Media extends MediaType = MediaType,
  Throws extends Throwing = false,
>(
  {
    retry = false,
    timeoutMs,
    idleTimeoutMs,
    throwOnError,
    ...options
  }: TypedClientOptions & ThrowingOptions<Throws>,
  {
    auth,
    schemes,
    prepareCall = prepareCalls({}),
    idempotency = {},
    ownServers = {},
    otherMethods = [],
  }: ClientTraits<Scheme>,
): TypedClient<Paths, Other, Media, Throws> {
  const client = createClient<Paths>({ pathSerializer: serializePath, ...options });
  // openapi-fetch reads every error as JSON or text. Its media type may be another.
  const unreadErrors = new WeakMap<Response, Response>();
  const maySend = credentialFilter(ownServers);
  client.use({
    onRequest({ request }) {
      let authorized = request;
      for (const scheme in schemes) {
        const credential = Object.hasOwn(auth, scheme) ? auth[scheme] : undefined;
        if (credential !== undefined && maySend(request.url, scheme))
          authorized = schemes[scheme](authorized, credential);
      }
      return authorized;
    },
    onResponse({ response }) {
      const type = response.headers.get("Content-Type");
      if (!response.ok && type !== null && !isJson(type)) unreadErrors.set(response, response.clone());
    },
  });
  const send = client.request as (method: string, path: string, init: object) => Promise<UntypedAnswer>;
  const itemReading = idleTimeoutMs === undefined ? {} : { idleTimeoutMs };
  const policyFor = createCallPolicy({ retry, ...(timeoutMs !== undefined && { timeoutMs }) }, idempotency);

  /** @param page the URL of a later page, instead of path and parameters */
  async function call(
    method: string,
    path: string,
    { throwOnError: check, ...init }: ThrowingCall,
    page?: URL,
  ) {
    const { path: sentPath, init: sentInit, read, next } = prepareCall(method, path, init, options);
    const { headers, fetch } = policyFor(method, path, init.fetch ?? options.fetch ?? currentFetch);
    const own = ownServers[`${method.toUpperCase()} ${path}`];
    let url = "";
    const sent = {
      ...(own && { baseUrl: own.url }),
      ...sentInit,
      headers: combineHeaders(headers, sentInit.headers),
      ...(page && { baseUrl: page.origin, params: { ...sentInit.params, path: {}, query: {} } }),
      // Not in `onResponse`: openapi-fetch rejects a response whose class was replaced, as Hono does.
      fetch: async (request: Request, extension?: RequestInit) => {
        url = request.url;
        return withLength(await fetch(request, extension));
      },
    };
    const answer = await withTimeLimit(
      timeoutMs,
      init.signal ?? options.signal ?? undefined,
      async (signal) =>
        withBody(
          await send(method, page ? page.pathname + page.search : sentPath, {
            ...sent,
            ...(signal && { signal }),
          }),
          method,
          read,
        ),
    );
    if (check) check(answer, `${method.toUpperCase()} ${path}`);
    return { url: url || answer.response.url, answer: { ...answer, status: answer.response.status }, next };
  }

  /** Reads the body that openapi-fetch left unread: of a success, or of the copy of an error that isn't JSON. */
  async function withBody(answer: UntypedAnswer, method: string, read: PreparedCall["read"]) {
    const { response, error } = answer;
    const copy = unreadErrors.get(response);
    if (copy && error !== undefined)
      return { response, error: await (read ? read(copy, itemReading) : readBody(copy)) };
    if (!read || !response.ok || isEmpty(method, response)) return answer;
    return { response, data: await read(response, itemReading) };
  }

  /** @param at where the page is, unless it is the first */
  async function page(path: string, init: ThrowingCall, at?: NextPage) {
    const given = at?.parameters ? { ...init, params: withValues(init.params, at.parameters) } : init;
    const { url, answer, next } = await call("GET", path, given, at?.url ? new URL(at.url) : undefined);
    return { answer, next: () => followingPage(answer, url, next) };
  }

  async function* pages(path: string, init: ThrowingCall) {
    for (let at: NextPage | undefined; ; ) {
      const { answer, next } = await page(path, init, at);
      yield answer;
      at = next();
      if (!at) return;
    }
  }

  const others = otherMethods.map((method) => method.toUpperCase());
  const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", ...others];
  /** @param check the `throwOnError` of calls without their own */
  function callsWith(check: Throwing | undefined) {
    const request = async (method: string, path: string, init?: ThrowingCall) =>
      (await call(method, path, withCheck(init, check))).answer;
    return {
      use: client.use,
      eject: client.eject,
      request,
      pages: (path: string, init?: ThrowingCall) => pages(path, withCheck(init, check)),
      // For queries only, which take one page at a time.
      page: async (path: string, init?: ThrowingCall, at?: NextPage) => {
        const { answer, next } = await page(path, withCheck(init, check), at);
        return { answer, next: next() };
      },
      ...Object.fromEntries(
        methods.map((method) => [method, (path: string, init?: ThrowingCall) => request(method, path, init)]),
      ),
    };
  }
  return Object.assign(callsWith(throwOnError), { openapiFetch: callsWith(false) }) as never;
}

interface ThrowingCall extends CallInit {
  throwOnError?: Throwing | undefined;
}

function withCheck(init: ThrowingCall = {}, check: Throwing | undefined): ThrowingCall {
  return { ...init, throwOnError: init.throwOnError ?? check };
}

function withValues(
  given: CallInit["params"] = {},
  values: Record<string, Record<string, unknown>>,
): NonNullable<CallInit["params"]> {
  const places = Object.entries(values).map(([place, own]) => [
    place,
    { ...given[place as keyof typeof given], ...own },
  ]);
  return { ...given, ...Object.fromEntries(places) };
}

/** Looked up for each call, because tests replace it after the client has been created. */
const currentFetch: Fetch = (request, extension) => globalThis.fetch(request, extension);

/** The same decision as in openapi-fetch. */
function isEmpty(method: string, { status, headers, body }: Response): boolean {
  const isChunked = headers.get("Transfer-Encoding")?.includes("chunked");
  if (headers.get("Content-Length") === "0" && !isChunked) return true;
  return status === 204 || body === null || method.toUpperCase() === "HEAD";
}

/** Without Content-Length, openapi-fetch reads an empty body: the error of such a response would be `""`. */
function withLength(response: Response): Response {
  // A response with status 0, from fetch in its mode `no-cors`, can't be constructed.
  if (response.body !== null || response.status === 204 || response.status === 0) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set("Content-Length", "0");
  return new Response(null, { status, statusText, headers });
}
