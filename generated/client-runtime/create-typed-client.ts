// Copied by `counterpart generate`. Don't edit: it is overwritten.

import createClient, { type Client, type ClientOptions, type MaybeOptionalInit } from "openapi-fetch";
import type { AnswerOf, Marks } from "./answer.ts";
import type { AddCredential } from "./credentials.ts";
import type { PrepareCall } from "./prepare-calls.ts";

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
  /** This client in openapi-fetch's own types, for libraries that take one, such as openapi-react-query. */
  openapiFetch: Client<Paths>;
}

/** What the document says about its calls beyond its types. */
export interface ClientTraits<Scheme extends string> {
  /** A credential for each security scheme in use; read again for every request. */
  auth: { [S in Scheme]?: string };
  /** How each security scheme puts its credential on a request. */
  schemes: Record<Scheme, AddCredential>;
  /** Changes the arguments of calls that openapi-fetch would send differently from the document. */
  prepareCall?: PrepareCall;
  /** The methods besides those of OpenAPI 3.1, in lower case. */
  otherMethods?: string[];
}

/** openapi-fetch with credentials, and with the status beside `data` and `error`. Error statuses don't throw. */
export function createTypedClient<
  Paths extends {},
  Mark extends Marks,
  Scheme extends string,
  Other extends string = never,
>(
  options: ClientOptions,
  { auth, schemes, prepareCall, otherMethods = [] }: ClientTraits<Scheme>,
): TypedClient<Paths, Mark, Other> {
  const client = createClient<Paths>(options);
  client.use({
    onRequest({ request }) {
      let authorized = request;
      for (const scheme in schemes) {
        const credential = auth[scheme];
        if (credential !== undefined) authorized = schemes[scheme](authorized, credential);
      }
      return authorized;
    },
    onResponse: ({ response }) => withLength(response),
  });
  const send = client.request as (
    method: string,
    path: string,
    init?: object,
  ) => Promise<{ response: Response; data?: unknown }>;
  const request = async (method: string, path: string, init?: object) => {
    const [sentPath, sentInit, read] = prepareCall?.(method, path, init) ?? [path, init];
    const answer = await send(method, sentPath, sentInit);
    if (read && answer.data instanceof ReadableStream) answer.data = await read(answer.response, answer.data);
    return { ...answer, status: answer.response.status };
  };
  const others = otherMethods.map((method) => method.toUpperCase());
  const calls = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", ...others].map(
    (method) => [method, (path: string, init?: object) => request(method, path, init)],
  );
  const typed = { use: client.use, eject: client.eject, request, ...Object.fromEntries(calls) };
  return Object.assign(typed, { openapiFetch: typed as unknown as Client<Paths> }) as never;
}

/** Without Content-Length, openapi-fetch reads an empty body: the error of such a response would be `""`. */
function withLength(response: Response): Response {
  // A response with status 0, as fetch gives in its mode `no-cors`, can't be constructed.
  if (response.body !== null || response.status === 204 || response.status === 0) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set("Content-Length", "0");
  return new Response(null, { status, statusText, headers });
}
