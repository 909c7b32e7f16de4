// The exports for servers. Tests import "@counterpart/testing" and "@counterpart/testing/fuzz".

export type { ServerSentEvent } from "@counterpart/client/messages";
export { createApp } from "./adapters/node/create-app.ts";
export type { ApiDocument, RateLimit } from "./document/document.ts";
export { loadDocument } from "./document/load-document.ts";
export type { RequestFault } from "./document/request-fault.ts";
export type { AppParts } from "./http/app.ts";
export { createBodyBudget } from "./http/body/body-budget.ts";
export { type RawBodyReader, rawBodyReader } from "./http/body/raw-body-reader.ts";
export { addressOf } from "./http/client-address.ts";
export type { Middleware } from "./http/composition/middleware.ts";
export type { MaybePromise } from "./http/composition/step.ts";
export { contextOf, type Identity, type RequestContext } from "./http/context.ts";
export { acceptAnyone } from "./http/credentials/accept-anyone.ts";
export type { Authenticator, Authenticators, Presented } from "./http/credentials/authenticate.ts";
export { ApiError, insufficientScope, ReadOnly, unavailable } from "./http/errors/api-error.ts";
export { NotImplemented } from "./http/errors/not-implemented.ts";
export type { ErrorToRender, RenderError, RenderedError } from "./http/errors/render-error.ts";
export type { ExchangeRequest, ExchangeResponse, Handler } from "./http/exchange.ts";
export type { AppOptions } from "./http/options/app-options.ts";
export type { Page } from "./http/pages.ts";
export { type IfMatch, ifMatch } from "./http/request-facts.ts";
export {
  type ArrayPart,
  type ArrayParts,
  cachedBody,
  createArrayParts,
} from "./http/response/cached-body.ts";
export type { StreamedBody } from "./http/response/send-content.ts";
export { eventStream } from "./http/response/send-content.ts";
export type { Cors } from "./http/steps/cors.ts";
export type { AnyHandler } from "./http/steps/handle.ts";
export { type WebhookPlace, webhookPage } from "./http/webhook-page.ts";
export type {
  Claim,
  IdempotencyStore,
  KeyedRequest,
  StoredResponse,
} from "./idempotency/idempotency-store.ts";
export { memoryIdempotencyStore } from "./idempotency/memory-idempotency-store.ts";
export type { Count, Limiter } from "./limiter/limiter.ts";
export { memoryLimiter } from "./limiter/memory.ts";
export { readBuildInfo, versionText } from "./process/build-info.ts";
export { type Config, readConfig } from "./process/config.ts";
export type { NamedRunParts, RunParts, SharedRunParts } from "./process/documents/served-document.ts";
export { type Listening, listen, type Place } from "./process/listen/listen.ts";
export { tryRedis } from "./process/open-limiter.ts";
export { noOutages, type Outages, type SlowCall, type WatchedSystem } from "./process/outages.ts";
export { run } from "./process/run.ts";
export type { OpenService, ServiceContext, ServiceDefinition } from "./process/service-definition.ts";
export { noopTelemetry, type Telemetry } from "./telemetry/telemetry.ts";
export type { WrittenValidators } from "./validation/schemas/written-validators.ts";
export { createWebhooks, type WebhooksOf } from "./webhooks/create-webhooks.ts";
export type { PreparedWebhook } from "./webhooks/prepare-webhook.ts";
export type { WebhookReceiver } from "./webhooks/receive-webhook.ts";
export { type Signature, signWebhook } from "./webhooks/sign-webhook.ts";
