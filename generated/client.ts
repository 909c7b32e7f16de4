// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import type { MediaType } from "./client-runtime/answer.ts";
import { type FailureOf, isFailureOf } from "./client-runtime/api-failure.ts";
import type { Throwing, ThrowOnError } from "./client-runtime/calls/throw-on-error.ts";
import {
  createTypedClient,
  type ThrowingOptions,
  type TypedClient,
  type TypedClientOptions,
} from "./client-runtime/create-typed-client.ts";
import { type Queries, queriesOf } from "./client-runtime/create-queries.ts";
import { authorization } from "./client-runtime/credentials.ts";
import { createOperationMethods, type OperationMethods } from "./client-runtime/operation-methods.ts";
import { prepareCalls } from "./client-runtime/prepare-calls.ts";
import type { operations, paths } from "./types.ts";

export type { Answer } from "./client-runtime/answer.ts";
export { ApiFailure, type FailureOf } from "./client-runtime/api-failure.ts";
export { type ThrowOnError, throwOnError } from "./client-runtime/calls/throw-on-error.ts";
export type { MethodResponse } from "./client-runtime/create-typed-client.ts";
export type * from "./types.ts";

/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
  /** Sent as `Authorization: Bearer …`. */
  "apiKey"?: string;
}

const schemes = {
  "apiKey": authorization("Bearer"),
};

// Calls that openapi-fetch alone would serialize or read differently from the document.
const prepareCall = prepareCalls({
  "GET /v1/products": {"styles":{"query":{"ids":{"explode":false}}}},
});

// Which calls may be retried, if the document differs from their method.
const idempotency = {
  "POST /v1/products": "key",
  "POST /v1/products/batch": "key",
  "POST /v1/products/{productId}/stock": "key",
  "POST /v1/cart": "key",
  "POST /v1/cart/{cartId}/lines": "key",
  "PATCH /v1/cart/{cartId}/lines/{productId}": true,
  "POST /v1/checkout/session": "key",
  "POST /v1/orders/{orderId}/parcels": "key",
  "POST /v1/orders/{orderId}/returns": "key",
  "POST /v1/subscription/portal": "key",
} as const;

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
  return createTypedClient<paths, keyof Credentials, never, Media, Throwing>(
    { baseUrl: "http://localhost:3000", ...options },
    { auth, schemes, prepareCall, idempotency },
  );
}

const operationTable = {
  "getCatalog": ["get","/v1/catalog"],
  "getStore": ["get","/v1/products/store"],
  "listProducts": ["get","/v1/products"],
  "createProduct": ["post","/v1/products"],
  "changeProducts": ["post","/v1/products/batch"],
  "getProduct": ["get","/v1/products/{productId}"],
  "replaceProduct": ["put","/v1/products/{productId}"],
  "deleteProduct": ["delete","/v1/products/{productId}"],
  "updateProduct": ["patch","/v1/products/{productId}"],
  "changeStock": ["post","/v1/products/{productId}/stock"],
  "createCart": ["post","/v1/cart"],
  "getCart": ["get","/v1/cart/{cartId}"],
  "clearCart": ["delete","/v1/cart/{cartId}"],
  "addCartLine": ["post","/v1/cart/{cartId}/lines"],
  "removeCartLine": ["delete","/v1/cart/{cartId}/lines/{productId}"],
  "updateCartLine": ["patch","/v1/cart/{cartId}/lines/{productId}"],
  "createCheckoutSession": ["post","/v1/checkout/session"],
  "getCheckoutSession": ["get","/v1/checkout/sessions/{sessionId}"],
  "listOrders": ["get","/v1/orders"],
  "getOrder": ["get","/v1/orders/{orderId}"],
  "updateOrder": ["patch","/v1/orders/{orderId}"],
  "getOrderInvoice": ["get","/v1/orders/{orderId}/invoice"],
  "listDownloads": ["get","/v1/orders/{orderId}/downloads"],
  "createDownload": ["post","/v1/orders/{orderId}/downloads"],
  "createParcel": ["post","/v1/orders/{orderId}/parcels"],
  "createReturn": ["post","/v1/orders/{orderId}/returns"],
  "updateReturn": ["patch","/v1/orders/{orderId}/returns/{returnId}"],
  "listSubscriptions": ["get","/v1/subscriptions"],
  "getSubscription": ["get","/v1/subscriptions/{subscriptionId}"],
  "createPortalSession": ["post","/v1/subscription/portal"],
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
 * Plain options for TanStack Query, SWR and similar libraries: `queryOptions` and
 * `infiniteQueryOptions` of GETs, and `mutationOptions` of the others. Bundlers drop them if they aren't used.
 */
export function createQueries<Media extends MediaType = MediaType, Throws extends Throwing = false>(
  api: Api<Media, Throws>,
): Queries<operations, typeof operationTable, Media> {
  return queriesOf<operations, typeof operationTable, Media>(api);
}

/** Whether a call of this operation has thrown this, with the types of its documented failures. */
export function isFailure<Id extends keyof typeof operationTable>(
  error: unknown,
  operationId: Id,
): error is FailureOf<operations[Id]> {
  return isFailureOf(error, operationTable[operationId]);
}
