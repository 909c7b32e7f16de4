// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import {
  authorization,
  byLink,
  type CallTraits,
  createOperationMethods,
  createTypedClient,
  credentials,
  type FailureOf,
  isFailureOf,
  type MediaType,
  type OperationMethods,
  pagesOf,
  type Queries,
  queriesOf,
  styledQuery,
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
  "apiKey"?: string;
}

const schemes = {
  "apiKey": authorization("Bearer"),
};

// Calls that openapi-fetch alone would send or read differently from the document.
const calls: Record<string, CallTraits> = {
  "GET /v1/products": { prepare: [styledQuery({"ids":{"explode":false}})], next: byLink },
  "POST /v1/products": { isIdempotent: "key", prepare: [withKey] },
  "POST /v1/products/batch": { isIdempotent: "key", prepare: [withKey] },
  "POST /v1/products/{productId}/stock": { isIdempotent: "key", prepare: [withKey] },
  "POST /v1/cart": { isIdempotent: "key", prepare: [withKey] },
  "POST /v1/cart/{cartId}/lines": { isIdempotent: "key", prepare: [withKey] },
  "PATCH /v1/cart/{cartId}/lines/{productId}": { isIdempotent: true },
  "POST /v1/checkout/session": { isIdempotent: "key", prepare: [withKey] },
  "GET /v1/orders": { next: byLink },
  "POST /v1/orders/{orderId}/parcels": { isIdempotent: "key", prepare: [withKey] },
  "POST /v1/orders/{orderId}/refunds": { isIdempotent: "key", prepare: [withKey] },
  "POST /v1/orders/{orderId}/returns": { isIdempotent: "key", prepare: [withKey] },
  "GET /v1/subscriptions": { next: byLink },
  "POST /v1/subscription/portal": { isIdempotent: "key", prepare: [withKey] },
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
  Throws,
  "/v1/products" | "/v1/orders" | "/v1/subscriptions"
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
  return createTypedClient<paths, never, Media, Throwing, "/v1/products" | "/v1/orders" | "/v1/subscriptions">(options, {
    baseUrl: "http://localhost:3000",
    calls,
    credentials: credentials(auth, schemes),
    pages: pagesOf,
  });
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
  "createRefund": ["post","/v1/orders/{orderId}/refunds"],
  "createReturn": ["post","/v1/orders/{orderId}/returns"],
  "updateReturn": ["patch","/v1/orders/{orderId}/returns/{returnId}"],
  "listSubscriptions": ["get","/v1/subscriptions"],
  "getSubscription": ["get","/v1/subscriptions/{subscriptionId}"],
  "cancelSubscription": ["delete","/v1/subscriptions/{subscriptionId}"],
  "createPortalSession": ["post","/v1/subscription/portal"],
} as const;

/** Lists whose following pages the document describes. */
const paged = ["listProducts", "listOrders", "listSubscriptions"] as const;

/** A function for each operationId. */
export type Api<Media extends MediaType = MediaType, Throws extends Throwing = false> = OperationMethods<
  operations,
  typeof operationTable,
  Media,
  Throws,
  (typeof paged)[number]
>;

/** Calls by operationId, with the parameters `path`, `query`, `header` and `cookie`, and `body`. */
export function createApi<Media extends MediaType = MediaType, Throws extends Throwing = false>(
  client: ApiClient<Media, Throws>,
): Api<Media, Throws> {
  return createOperationMethods<operations, typeof operationTable, Media, Throws, (typeof paged)[number]>(client, operationTable, paged);
}

/**
 * Plain options for TanStack Query, SWR and similar libraries: `queryOptions` of GETs, `infiniteQueryOptions` of
 * lists whose following pages are documented, and `mutationOptions` of the others. Bundlers drop them if they aren't
 * used.
 */
export function createQueries<Media extends MediaType = MediaType, Throws extends Throwing = false>(
  api: Api<Media, Throws>,
): Queries<operations, typeof operationTable, Media, (typeof paged)[number]> {
  return queriesOf<operations, typeof operationTable, Media, (typeof paged)[number]>(api, operationTable);
}

/** Whether a call of this operation has thrown this, with the types of its documented failures. */
export function isFailure<Id extends keyof typeof operationTable>(
  error: unknown,
  operationId: Id,
): error is FailureOf<operations[Id]> {
  return isFailureOf(error, operationTable[operationId]);
}
