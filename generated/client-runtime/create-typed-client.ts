// Copied by `counterpart generate`. Don't edit: it is overwritten.

import createClient, {
  type Client,
  type ClientOptions,
  type MaybeOptionalInit,
  mergeHeaders,
} from "openapi-fetch";
import type { AnswerOf, Marks } from "./answer.ts";
import { type CallOptions, createCallPolicy } from "./calls/call-policy.ts";
import type { IdempotencyTable } from "./calls/idempotency.ts";
import { nextPage } from "./calls/next-page.ts";
import type { Fetch } from "./calls/retry.ts";
import { withTimeLimit } from "./calls/time-limit.ts";
import type { AddCredential } from "./credentials.ts";
import type { CallInit, PrepareCall } from "./prepare-calls.ts";
import { serializePath } from "./styles/serialize-path.ts";

export type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

type PathsWith<Paths, M extends string> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof Paths];

type Args<Init> =
  Record<never, never> extends Init
    ? [init?: Init & { [key: string]: unknown }]
    : [init: Init & { [key: string]: unknown }];

type Call<Paths extends {}, M extends string, Mark extends Marks> = <
  P extends PathsWith<Paths, M>,
  Init extends MaybeOptionalInit<Paths[P], M & keyof Paths[P]>,
>(
  path: P,
  ...args: Args<Init>
) => Promise<AnswerOf<Paths[P][M & keyof Paths[P]], Init, Mark>>;

/**
 * A function for each HTTP method, typed by the paths of the document; `use` and `eject` are openapi-fetch's.
 * `Other` are the methods besides those of OpenAPI 3.1, in lower case.
 */
export type TypedClient<
  Paths extends {},
  Mark extends Marks = "unmarked",
  Other extends string = never,
> = CommonClient<Paths, Mark, Other> & { [M in Other as Uppercase<M>]: Call<Paths, M, Mark> };

interface CommonClient<Paths extends {}, Mark extends Marks, Other extends string>
  extends Pick<Client<Paths>, "use" | "eject"> {
  request: <
    M extends Method | Other,
    P extends PathsWith<Paths, M>,
    Init extends MaybeOptionalInit<Paths[P], M & keyof Paths[P]>,
  >(
    method: M,
    path: P,
    ...args: Args<Init>
  ) => Promise<AnswerOf<Paths[P][M & keyof Paths[P]], Init, Mark>>;
  GET: Call<Paths, "get", Mark>;
  PUT: Call<Paths, "put", Mark>;
  POST: Call<Paths, "post", Mark>;
  DELETE: Call<Paths, "delete", Mark>;
  OPTIONS: Call<Paths, "options", Mark>;
  HEAD: Call<Paths, "head", Mark>;
  PATCH: Call<Paths, "patch", Mark>;
  TRACE: Call<Paths, "trace", Mark>;
  /**
   * The answers of a GET and of those that its `Link: rel="next"` leads to (RFC 8288), up to the last page or the first
   * error. Throws when the next page has another origin.
   */
  pages: <
    P extends PathsWith<Paths, "get">,
    Init extends MaybeOptionalInit<Paths[P], "get" & keyof Paths[P]>,
  >(
    path: P,
    ...args: Args<Init>
  ) => AsyncGenerator<AnswerOf<Paths[P]["get" & keyof Paths[P]], Init, Mark>, void, undefined>;
  /** This client in openapi-fetch's own types, for libraries that take one, such as openapi-react-query. */
  openapiFetch: Client<Paths>;
}

/** Those of openapi-fetch, and what a call does about failures. */
export type TypedClientOptions = ClientOptions & CallOptions;

/** What the document says about its calls beyond its types. */
export interface ClientTraits<Scheme extends string> {
  /** A credential for each security scheme in use; read again for every request. */
  auth: { [S in Scheme]?: string };
  /** How each security scheme puts its credential on a request. */
  schemes: Record<Scheme, AddCredential>;
  /** Changes the arguments of calls that openapi-fetch would send differently from the document. */
  prepareCall?: PrepareCall;
  /** Which calls may be sent again, where that doesn't follow from the method. */
  idempotency?: IdempotencyTable;
  /** The methods besides those of OpenAPI 3.1, in lower case. */
  otherMethods?: string[];
}

interface UntypedAnswer {
  response: Response;
  data?: unknown;
}

/**
 * openapi-fetch with credentials, with the status beside `data` and `error`, and with an `Idempotency-Key` where the
 * document has one. Error statuses don't throw.
 */
export function createTypedClient<
  Paths extends {},
  Mark extends Marks,
  Scheme extends string,
  Other extends string = never,
>(
  { retry = false, timeoutMs, ...options }: TypedClientOptions,
  { auth, schemes, prepareCall, idempotency = {}, otherMethods = [] }: ClientTraits<Scheme>,
): TypedClient<Paths, Mark, Other> {
  const client = createClient<Paths>({ pathSerializer: serializePath, ...options });
  client.use({
    onRequest({ request }) {
      let authorized = request;
      for (const scheme in schemes) {
        const credential = auth[scheme];
        if (credential !== undefined) authorized = schemes[scheme](authorized, credential);
      }
      return authorized;
    },
  });
  const send = client.request as (method: string, path: string, init: object) => Promise<UntypedAnswer>;
  const policyFor = createCallPolicy({ retry, ...(timeoutMs !== undefined && { timeoutMs }) }, idempotency);

  /** @param page the address of a later page, in place of what path and parameters make */
  async function call(method: string, path: string, init: CallInit = {}, page?: URL) {
    const [sentPath, sentInit = {}, read] = prepareCall?.(method, path, init) ?? [path, init];
    const { headers, fetch } = policyFor(method, path, init.fetch ?? options.fetch ?? currentFetch);
    let url = "";
    const sent = {
      ...sentInit,
      headers: mergeHeaders(headers, sentInit.headers),
      ...(page && { baseUrl: page.origin, params: { ...init.params, path: {}, query: {} } }),
      // Not in `onResponse`, where openapi-fetch takes no response of a class that somebody has replaced, as Hono does.
      fetch: async (request: Request, extension?: RequestInit) => {
        url = request.url;
        return withLength(await fetch(request, extension));
      },
    };
    const answer = await withTimeLimit(timeoutMs, init.signal ?? options.signal ?? undefined, (signal) =>
      send(method, page ? page.pathname + page.search : sentPath, { ...sent, ...(signal && { signal }) }),
    );
    if (read && answer.data instanceof ReadableStream) answer.data = await read(answer.response, answer.data);
    return { url: url || answer.response.url, answer: { ...answer, status: answer.response.status } };
  }

  async function* pages(path: string, init?: CallInit) {
    for (let page: URL | undefined; ; ) {
      const { url, answer } = await call("GET", path, init, page);
      yield answer;
      page = nextPage(answer.response.headers, url);
      if (!page) return;
    }
  }

  const request = async (method: string, path: string, init?: CallInit) =>
    (await call(method, path, init)).answer;
  const others = otherMethods.map((method) => method.toUpperCase());
  const calls = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", ...others].map(
    (method) => [method, (path: string, init?: CallInit) => request(method, path, init)],
  );
  const typed = { use: client.use, eject: client.eject, request, pages, ...Object.fromEntries(calls) };
  return Object.assign(typed, { openapiFetch: typed as unknown as Client<Paths> }) as never;
}

/** Looked up for each call: tests replace it after the client has been made. */
const currentFetch: Fetch = (request, extension) => globalThis.fetch(request, extension);

/** Without Content-Length, openapi-fetch reads an empty body: the error of such a response would be `""`. */
function withLength(response: Response): Response {
  // A response with status 0, as fetch gives in its mode `no-cors`, can't be constructed.
  if (response.body !== null || response.status === 204 || response.status === 0) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set("Content-Length", "0");
  return new Response(null, { status, statusText, headers });
}
