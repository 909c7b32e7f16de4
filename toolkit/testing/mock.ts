// The exports for tools that start the mock, or send its webhooks.

export { demonstration } from "./mock/demonstration.ts";
export { createMockPipeline } from "./mock/mock-pipeline.ts";
export type { MockSites } from "./mock/pages/local-sites.ts";
export { type MockedDocument, startMock, startSharedMock } from "./mock/start-mock.ts";
export { sendWebhook } from "./mock/webhooks/send-webhook.ts";
