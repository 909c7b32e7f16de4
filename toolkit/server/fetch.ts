// The exports for servers of web requests: Bun, Deno, Hono, workerd, Next.js.

export { type Client, createFetch, type Fetch, type FetchParts } from "./adapters/fetch/create-fetch.ts";
export type { Next } from "./adapters/fetch/forward.ts";
export type { DocumentSource } from "./document/open-document.ts";
export { consoleLog } from "./log/console-log.ts";
export type { Log } from "./log/log-port.ts";
