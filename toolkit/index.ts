// What a server imports. Tests import "@counterpart/toolkit/testing" and "@counterpart/toolkit/fuzz".

export type { ApiDocument, RateLimit } from "./document/document.ts";
export { loadDocument } from "./document/load-document.ts";
export { type AppParts, createApp } from "./http/app.ts";
export { type RawBodyReader, rawBodyReader } from "./http/body/raw-body-reader.ts";
export type { Middleware } from "./http/composition/middleware.ts";
export { contextOf, type Identity, type RequestContext } from "./http/context.ts";
export { acceptAnyone } from "./http/credentials/accept-anyone.ts";
export type { Authenticator, Authenticators, Presented } from "./http/credentials/authenticate.ts";
export { ApiError, unavailable } from "./http/errors/api-error.ts";
export { NotImplemented } from "./http/errors/not-implemented.ts";
export type { ErrorToRender, RenderError, RenderedError } from "./http/errors/render-error.ts";
export type { AppOptions } from "./http/options/app-options.ts";
export type { Page } from "./http/pages.ts";
export { eventStream, type ServerSentEvent } from "./http/response/event-stream.ts";
export type { StreamedBody } from "./http/response/send-stream.ts";
export type { Cors } from "./http/steps/cors.ts";
export type { AnyHandler } from "./http/steps/handle.ts";
export type { Count, Limiter } from "./limiter/limiter.ts";
export { memoryLimiter } from "./limiter/memory.ts";
export type { NamedRunParts, RunParts, SharedRunParts } from "./process/documents/served-document.ts";
export { type Listening, listen, type Place } from "./process/listen/listen.ts";
export { run } from "./process/run.ts";
export type { OpenService, ServiceDefinition, Surroundings } from "./process/service-definition.ts";
export { noopTelemetry, type Telemetry } from "./telemetry/telemetry.ts";
