import createClient, { type Client, type ClientOptions, type Middleware } from "openapi-fetch";
import type { InitOf } from "./call-init.ts";
import type { CallResult, MediaType } from "./call-result.ts";
import type { CallInit, CallTraits, Fetch } from "./call-traits.ts";
import type { PagesOf } from "./calls/pages.ts";
import type { Retry } from "./calls/retry.ts";
import type { Returned, Throwing } from "./calls/throw-on-error.ts";
import { withTimeLimit } from "./calls/time-limit.ts";
import { readJson } from "./read-json.ts";
import { plainPath } from "./styles/plain-path.ts";
import type { unreadErrors } from "./unread-errors.ts";

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

/** The result of a call, whose own `throwOnError` overrides the client's. */
type ResultOf<Operation, Init, Media extends MediaType, Throws> = Returned<
  CallResult<Operation, Init, Media>,
  Init extends { throwOnError: infer Own extends Throwing } ? Own : Throws
>;

type Call<Paths extends {}, M extends string, Media extends MediaType, Throws extends Throwing> = <
  P extends PathsWith<Paths, M>,
  Init extends MaybeInit<Paths[P][M & keyof Paths[P]]>,
>(
  path: P,
  ...args: Args<Init>
) => Promise<ResultOf<Paths[P][M & keyof Paths[P]], Init, Media, Throws>>;

/**
 * A function for each HTTP method, typed by the paths of the document; `use` and `eject` come from openapi-fetch.
 * `Other` has the methods beyond OpenAPI 3.1, in lower case; `Media` limits responses to some media types,
 * and `Throws` to successes. `Paged` has the paths of GETs whose following pages the document describes.
 */
export type TypedClient<
  Paths extends {},
  Other extends string = never,
  Media extends MediaType = MediaType,
  Throws extends Throwing = false,
  Paged extends string = never,
> = CommonClient<Paths, Other, Media, Throws> & {
  [M in Method | Other as Uppercase<M>]: Call<Paths, M, Media, Throws>;
} & ([Paged] extends [never] ? unknown : PagedClient<Paths, Paged, Media, Throws>);

interface PagedClient<
  Paths extends {},
  Paged extends string,
  Media extends MediaType,
  Throws extends Throwing,
> {
  /**
   * Iterates over the responses to a GET and its following pages, up to the last page or the first error: by the header
   * `Link: rel="next"` (RFC 8288), or the documented link `next`.
   * Throws if the next page has another origin.
   */
  pages: <
    P extends Paged & PathsWith<Paths, "get">,
    Init extends MaybeInit<Paths[P]["get" & keyof Paths[P]]>,
  >(
    path: P,
    ...args: Args<Init>
  ) => AsyncGenerator<ResultOf<Paths[P]["get" & keyof Paths[P]], Init, Media, Throws>, void, undefined>;
}

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
  ) => Promise<ResultOf<Paths[P][M & keyof Paths[P]], Init, Media, Throws>>;
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
    ? NonNullable<CallResult<Paths[P & keyof Paths][M & keyof Paths[P & keyof Paths]], Init, Media>["data"]>
    : never;

/** openapi-fetch's options, and how failures are handled. */
export interface TypedClientOptions extends ClientOptions {
  /** `retry()` of this package retries calls that are safe to repeat. Default: no retries. */
  retry?: Retry | undefined;
  /**
   * The limit for a call, including its retries; then it rejects with a `TimeoutError`. A stream of items must have
   * begun by then. Default: no limit.
   */
  timeoutMs?: number | undefined;
  /**
   * The longest silence in a stream of items; then its iteration rejects with a `TimeoutError`. Choose one that is
   * longer than the pause between the server's keep-alive comments. Default: no limit.
   */
  idleTimeoutMs?: number | undefined;
}

/** The option that makes every call throw on error statuses. */
export interface ThrowingOptions<Throws extends Throwing> {
  throwOnError?: Throws | undefined;
}

/** What the document specifies about its calls beyond types. Generated code imports only the parts that it needs. */
export interface ClientTraits {
  /** The document's server. */
  baseUrl?: string;
  /** The calls that differ from openapi-fetch's, by method and path: `POST /pets`. */
  calls?: Record<string, CallTraits>;
  /** Adds credentials to requests. */
  credentials?: Middleware;
  /** Lets calls with their own `read` read errors. */
  errors?: ReturnType<typeof unreadErrors>;
  /** Follows lists from page to page. */
  pages?: PagesOf;
  /** The methods beyond OpenAPI 3.1, in lower case. */
  otherMethods?: string[];
}

interface UntypedResult {
  response: Response;
  data?: unknown;
  error?: unknown;
}

interface ThrowingCall extends CallInit {
  throwOnError?: Throwing | undefined;
}

/**
 * openapi-fetch with the status beside `data` and `error`, and with what the document describes. Error statuses throw
 * only with `throwOnError`.
 */
export function createTypedClient<
  Paths extends {},
  Other extends string = never,
  Media extends MediaType = MediaType,
  Throws extends Throwing = false,
  Paged extends string = never,
>(
  { retry, timeoutMs, idleTimeoutMs, throwOnError, ...options }: TypedClientOptions & ThrowingOptions<Throws>,
  { baseUrl = "", calls = {}, credentials, errors, pages, otherMethods = [] }: ClientTraits,
): TypedClient<Paths, Other, Media, Throws, Paged> {
  const client = createClient<Paths>({
    pathSerializer: plainPath,
    ...options,
    baseUrl: options.baseUrl ?? baseUrl,
  });
  client.use(...[credentials, errors?.middleware].filter((one) => one !== undefined));
  const send = client.request as (method: string, path: string, init: object) => Promise<UntypedResult>;

  /** @param page the URL of a later page, instead of path and parameters */
  async function call(
    method: string,
    path: string,
    { throwOnError: check, ...given }: ThrowingCall,
    page?: URL,
  ) {
    const name = `${method.toUpperCase()} ${path}`;
    const { prepare = [], read, isIdempotent, ...traits } = calls[name] ?? {};
    const init = prepare.reduce((one, change) => change(one, { name, defaults: options }), given);
    const plain = given.fetch ?? options.fetch ?? currentFetch;
    const fetch = retry?.(plain, { isIdempotent, timeoutMs }) ?? plain;
    let url = "";
    const sent = {
      ...(options.baseUrl === undefined && traits.server !== undefined && { baseUrl: traits.server }),
      ...init,
      // Unless the caller chooses how, the body is read below.
      parseAs: init.parseAs ?? "stream",
      ...(page && { baseUrl: page.origin, params: { ...init.params, path: {}, query: {} } }),
      fetch: (request: Request, extension?: RequestInit) => {
        url = request.url;
        return fetch(request, extension);
      },
    };
    const received = await withTimeLimit(
      timeoutMs,
      given.signal ?? options.signal ?? undefined,
      async (signal) =>
        withBody(
          await send(method, page ? page.pathname + page.search : (traits.path ?? path), { ...sent, signal }),
        ),
    );
    const { response } = received;
    const answer = { ...received, ...traits.convert?.(received, init.parseAs), status: response.status };
    if (check) check(answer, name);
    return { answer, next: () => traits.next?.(received, url || response.url) };

    /** Reads the body that openapi-fetch left unread: of a success, or of the copy of an error that isn't JSON. */
    async function withBody({ response, data, error }: UntypedResult): Promise<UntypedResult> {
      const readHere = (from: Response) =>
        (read ?? readJson)(from, idleTimeoutMs === undefined ? {} : { idleTimeoutMs });
      if (!response.ok) {
        const copy = read && errors?.copyOf(response);
        // openapi-fetch reads an error without a body as text.
        return { response, error: copy ? await readHere(copy) : error === "" ? undefined : error };
      }
      return {
        response,
        data: data && init.parseAs === undefined ? await readHere(response) : (data ?? undefined),
      };
    }
  }

  const methods = [...Object.keys(client).filter((name) => /^[A-Z]+$/.test(name)), ...otherMethods];
  /** @param check the `throwOnError` of calls without their own */
  function callsWith(check: Throwing | undefined) {
    const checked = (method: string, path: string, init: ThrowingCall = {}, page?: URL) =>
      call(method, path, { ...init, throwOnError: init.throwOnError ?? check }, page);
    const request = async (method: string, path: string, init?: ThrowingCall) =>
      (await checked(method, path, init)).answer;
    return {
      use: client.use,
      eject: client.eject,
      request,
      ...pages?.(checked),
      ...Object.fromEntries(
        methods.map((method) => [
          method.toUpperCase(),
          (path: string, init?: ThrowingCall) => request(method, path, init),
        ]),
      ),
    };
  }
  return Object.assign(callsWith(throwOnError), { openapiFetch: callsWith(false) }) as never;
}

/** Looked up for each call, because tests replace it after the client has been created. */
const currentFetch: Fetch = (request, extension) => globalThis.fetch(request, extension);
