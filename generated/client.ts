// Written by `npm run generate` from spec/. Don't edit: change the document.

import createClient, { type Client, type ClientOptions, type MaybeOptionalInit } from "openapi-fetch";
import type { paths } from "./types.ts";

export type * from "./types.ts";

/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
  /** Sent as `Authorization: Bearer …`. */
  "apiKey"?: string;
}

/**
 * What a call is answered with. `status` tells the documented answers apart: `data` is there for a success, else `error`,
 * each as the document has it for this status. Anything between you and the server can answer with other statuses.
 */
export type Answer<Operation, Init = unknown> = Operation extends { responses: infer R }
  ? { [K in keyof R]: OneAnswer<K, R, Init> }[keyof R]
  : never;

type OneAnswer<K extends keyof R, R, Init> = IsSuccess<K> extends true
  ? { status: StatusOf<K, R>; data: Parsed<BodyOf<R[K]>, Init>; error?: never; response: Response }
  : { status: StatusOf<K, R>; data?: never; error: BodyOf<R[K]>; response: Response };

type IsSuccess<K> = `${K & (string | number)}` extends `2${string}` ? true : false;

type BodyOf<T> = T extends { content: infer C } ? C[keyof C] : undefined;

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
type ToNumber<Text extends string> = Text extends `${infer N extends number}` ? N : never;
type Range<First extends string> = ToNumber<`${First}${Digit}${Digit}`>;

/** `404` is itself, `4XX` what of it has no answer of its own, `default` whatever else isn't a success. */
type StatusOf<K, R> = K extends number
  ? K
  : K extends `${infer First}XX`
    ? Exclude<Range<First>, keyof R>
    : Exclude<Range<"3" | "4" | "5">, keyof R | RangesOf<keyof R>>;
type RangesOf<K> = K extends `${infer First}XX` ? Range<First> : never;

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

/** A method for each of HTTP's, over the paths of the document; `use` and `eject` are openapi-fetch's. */
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

/**
 * A fetch client that knows every path, parameter, body and answer of the document.
 * It doesn't throw on error statuses: look at `status`, which tells `data` from `error`.
 */
export function createApiClient({ auth = {}, ...options }: ClientOptions & { auth?: Credentials } = {}): ApiClient {
  const client = createClient<paths>({ baseUrl: "http://localhost:3000", ...options });
  client.use({
    onRequest({ request }) {
      if (auth["apiKey"] !== undefined) request.headers.set("Authorization", `Bearer ${auth["apiKey"]}`);
      return request;
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
    const answer = await send(method, path, init);
    return { ...answer, status: answer.response.status };
  };
  const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];
  const calls = methods.map((method) => [method, (path: string, init?: object) => request(method, path, init)]);
  return { use: client.use, eject: client.eject, request, ...Object.fromEntries(calls) };
}
