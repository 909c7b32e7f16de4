export { ApiFailure, type FailureOf, isFailureOf } from "./api-failure.ts";
export type { CallResult, MediaType } from "./call-result.ts";
export type { CallTraits } from "./call-traits.ts";
export { byDocument, byLink } from "./calls/following-page.ts";
export { withKey } from "./calls/idempotency.ts";
export type { NextPage } from "./calls/next-page.ts";
export { pagesOf } from "./calls/pages.ts";
export { type RetryOptions, retry } from "./calls/retry.ts";
export { type Throwing, type ThrowOnError, throwOnError } from "./calls/throw-on-error.ts";
export { type Queries, queriesOf } from "./create-queries.ts";
export {
  createTypedClient,
  type MethodResponse,
  type ThrowingOptions,
  type TypedClient,
  type TypedClientOptions,
} from "./create-typed-client.ts";
export {
  authorization,
  basicAuthorization,
  cookie,
  credentials,
  header,
  queryParameter,
} from "./credentials.ts";
export { datesIn } from "./dates-in.ts";
export type { FormBody } from "./form-body.ts";
export { itemsOf } from "./items-of.ts";
export type { JsonBody } from "./json-body.ts";
export { jsonLines, jsonSequence } from "./json-items.ts";
export { jsonOrText } from "./json-or-text.ts";
export { createOperationMethods, type OperationMethods } from "./operation-methods.ts";
export type { OrUndefined } from "./or-undefined.ts";
export { readingOf } from "./read-body.ts";
export { readJson } from "./read-json.ts";
export { bodyOf } from "./send-body.ts";
export { formOf, plainForm } from "./send-form.ts";
export { serverSentEvents } from "./server-sent-events.ts";
export type { StatusOf } from "./status.ts";
export { styledCookies, styledHeaders, styledPath, styledQuery } from "./styles/styled-parameters.ts";
export { unreadErrors } from "./unread-errors.ts";
