// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { ClientOptions } from "openapi-fetch";
import { createTypedClient, type TypedClient } from "./client-runtime/create-typed-client.ts";
import { authorization } from "./client-runtime/credentials.ts";
import type { paths } from "./types.ts";

export type { Answer } from "./client-runtime/answer.ts";
export type * from "./types.ts";

/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
  /** Sent as `Authorization: Bearer …`. */
  "apiKey"?: string;
}

const schemes = {
  "apiKey": authorization("Bearer"),
};

/** A function for each HTTP method, typed by the document's paths. */
export type ApiClient = TypedClient<paths, "unmarked">;

/**
 * A fetch client that knows every path, parameter, body and response of the document.
 * It doesn't throw on error statuses: look at `status`, which tells `data` from `error`.
 */
export function createApiClient({ auth = {}, ...options }: ClientOptions & { auth?: Credentials } = {}): ApiClient {
  return createTypedClient<paths, "unmarked", keyof Credentials>(
    { baseUrl: "http://localhost:3000", ...options },
    { auth, schemes },
  );
}
