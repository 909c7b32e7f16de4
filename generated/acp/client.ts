// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import {
  authorization,
  type CallTraits,
  createOperationMethods,
  createTypedClient,
  credentials,
  type FailureOf,
  isFailureOf,
  type MediaType,
  type OperationMethods,
  type Queries,
  queriesOf,
  type Throwing,
  type ThrowingOptions,
  type ThrowOnError,
  type TypedClient,
  type TypedClientOptions,
  withKey,
} from "@counterpart/client";
import type { operations, paths } from "./types.ts";

export {
  type CallResult,
  ApiFailure,
  type FailureOf,
  type MethodResponse,
  type RetryOptions,
  retry,
  type ThrowOnError,
  throwOnError,
} from "@counterpart/client";
export type * from "./types.ts";

/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
  /** Sent as `Authorization: Bearer …`. */
  "bearerAuth"?: string;
}

const schemes = {
  "bearerAuth": authorization("Bearer"),
};

// Calls that openapi-fetch alone would send or read differently from the document.
const calls: Record<string, CallTraits> = {
  "POST /checkout_sessions": { isIdempotent: "key", prepare: [withKey] },
  "POST /checkout_sessions/{checkout_session_id}": { isIdempotent: "key", prepare: [withKey] },
  "POST /checkout_sessions/{checkout_session_id}/complete": { isIdempotent: "key", prepare: [withKey] },
  "POST /checkout_sessions/{checkout_session_id}/cancel": { isIdempotent: "key", prepare: [withKey] },
};

/** openapi-fetch's options, credentials, and how failures are handled. */
export interface ApiClientOptions extends TypedClientOptions {
  auth?: Credentials;
}

/**
 * A function for each HTTP method, typed by the document's paths. `Media` limits the types of answers to some media
 * types, and `Throws` is the type of the option `throwOnError`.
 */
export type ApiClient<Media extends MediaType = MediaType, Throws extends Throwing = false> = TypedClient<
  paths,
  never,
  Media,
  Throws
>;

/**
 * A fetch client with types for every path, parameter, body and response of the document.
 * It doesn't throw on error statuses: `status` decides whether there is `data` or `error`. With `throwOnError`, which
 * is exported here, it throws an `ApiFailure`.
 */
export function createApiClient<Media extends MediaType = MediaType>(
  options: ApiClientOptions & Required<ThrowingOptions<ThrowOnError>>,
): ApiClient<Media, ThrowOnError>;
export function createApiClient<Media extends MediaType = MediaType>(
  options?: ApiClientOptions & ThrowingOptions<false>,
): ApiClient<Media>;
export function createApiClient<Media extends MediaType = MediaType>({
  auth = {},
  ...options
}: ApiClientOptions & ThrowingOptions<Throwing> = {}): ApiClient<Media, Throwing> {
  return createTypedClient<paths, never, Media, Throwing>(options, {
    baseUrl: "https://commerce.example.com",
    calls,
    credentials: credentials(auth, schemes),
  });
}

const operationTable = {
  "createCheckoutSession": ["post","/checkout_sessions"],
  "getCheckoutSession": ["get","/checkout_sessions/{checkout_session_id}"],
  "updateCheckoutSession": ["post","/checkout_sessions/{checkout_session_id}"],
  "completeCheckoutSession": ["post","/checkout_sessions/{checkout_session_id}/complete"],
  "cancelCheckoutSession": ["post","/checkout_sessions/{checkout_session_id}/cancel"],
} as const;

/** A function for each operationId. */
export type Api<Media extends MediaType = MediaType, Throws extends Throwing = false> = OperationMethods<
  operations,
  typeof operationTable,
  Media,
  Throws
>;

/** Calls by operationId, with the parameters `path`, `query`, `header` and `cookie`, and `body`. */
export function createApi<Media extends MediaType = MediaType, Throws extends Throwing = false>(
  client: ApiClient<Media, Throws>,
): Api<Media, Throws> {
  return createOperationMethods<operations, typeof operationTable, Media, Throws>(client, operationTable);
}

/**
 * Plain options for TanStack Query, SWR and similar libraries: `queryOptions` of GETs, `infiniteQueryOptions` of
 * lists whose following pages are documented, and `mutationOptions` of the others. Bundlers drop them if they aren't
 * used.
 */
export function createQueries<Media extends MediaType = MediaType, Throws extends Throwing = false>(
  api: Api<Media, Throws>,
): Queries<operations, typeof operationTable, Media> {
  return queriesOf<operations, typeof operationTable, Media>(api, operationTable);
}

/** Whether a call of this operation has thrown this, with the types of its documented failures. */
export function isFailure<Id extends keyof typeof operationTable>(
  error: unknown,
  operationId: Id,
): error is FailureOf<operations[Id]> {
  return isFailureOf(error, operationTable[operationId]);
}
