// The exports for tests that run a service in their own process.

export { memoryLimiter } from "./limiter/memory.ts";
export { type Config, readConfig } from "./process/config.ts";
export type { Development } from "./process/development.ts";
export { docsPages } from "./process/docs-pages.ts";
export { createServerApp } from "./process/documents/create-server-app.ts";
export { loadStubResponses } from "./process/documents/load-stub-responses.ts";
export { openServices, readAllSettings } from "./process/documents/open-services.ts";
export {
  loadServed,
  type NamedRunParts,
  type RunParts,
  rateLimitsOf,
  type ServedDocument,
  type ServedDocuments,
  secretPatternsOf,
} from "./process/documents/served-document.ts";
export { healthPages } from "./process/health-pages.ts";
export { noOutages } from "./process/outages.ts";
export { openTelemetry } from "./telemetry/open-telemetry.ts";
export { noopTelemetry } from "./telemetry/telemetry.ts";
