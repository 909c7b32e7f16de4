import createClient, { type Client, type ClientOptions, type MaybeOptionalInit } from "openapi-fetch";
import type { AnswerOf, Marks } from "./answer.ts";
import type { AddCredential } from "./credentials.ts";
import type { PrepareCall } from "./prepare-calls.ts";

export type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

type PathsWith<Paths, M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof Paths];

type Args<Init> =
  Record<never, never> extends Init
    ? [init?: Init & { [key: string]: unknown }]
    : [init: Init & { [key: string]: unknown }];

type Call<Paths extends {}, M extends Method, Mark extends Marks> = <
  P extends PathsWith<Paths, M>,
  Init extends MaybeOptionalInit<Paths[P], M & keyof Paths[P]>,
>(
  path: P,
  ...args: Args<Init>
) => Promise<AnswerOf<Paths[P][M & keyof Paths[P]], Init, Mark>>;

/** A function for each HTTP method, typed by the paths of the document; `use` and `eject` are openapi-fetch's. */
export interface TypedClient<Paths extends {}, Mark extends Marks = "unmarked">
  extends Pick<Client<Paths>, "use" | "eject"> {
  request: <
    M extends Method,
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
}

/** openapi-fetch with credentials, and with the status beside `data` and `error`. Error statuses don't throw. */
export function createTypedClient<Paths extends {}, Mark extends Marks, Scheme extends string>(
  options: ClientOptions,
  { auth, schemes, prepareCall }: ClientTraits<Scheme>,
): TypedClient<Paths, Mark> {
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
  ) => Promise<{ response: Response }>;
  const request = async (method: string, path: string, init?: object) => {
    const [sentPath, sentInit] = prepareCall?.(method, path, init) ?? [path, init];
    const answer = await send(method, sentPath, sentInit);
    return { ...answer, status: answer.response.status };
  };
  const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];
  const calls = methods.map((method) => [
    method,
    (path: string, init?: object) => request(method, path, init),
  ]);
  const typed = { use: client.use, eject: client.eject, request, ...Object.fromEntries(calls) };
  return Object.assign(typed, { openapiFetch: typed as unknown as Client<Paths> });
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
