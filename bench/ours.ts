import { createApp, listen, memoryLimiter } from "@counterpart/toolkit";
import {
  type ApiDocument,
  loadDocument,
  methods,
  type RawDocument,
  readDocument,
} from "@counterpart/toolkit/testing";
import pino from "pino";
import { authenticators } from "../server/authenticators.ts";
import { handlers } from "../server/handlers.ts";
import { openShop } from "../server/shop.ts";

/** Our server with everything on, except that the limits are never reached and the log goes to /dev/null. */
const settings = JSON.parse(process.argv[2] ?? "{}") as { databaseUrl: string; paths?: number };

const log = pino({ base: null }, pino.destination({ dest: "/dev/null", sync: false }));
const document = await loadDocument("generated/openapi.json");
const { services, close } = await openShop(
  {
    databaseUrl: settings.databaseUrl,
    publicUrl: "http://localhost",
    production: false,
    stripe: { secretKey: "sk_test_bench", webhookSecrets: [] },
  },
  Date.now,
  log,
);
const wide = settings.paths ? widened(document, settings.paths) : document;
const app = createApp({
  document: wide,
  handlers: Object.fromEntries(
    wide.operations.map(({ operationId }) => [
      operationId,
      handlers[operationId.replace(/_\d+$/, "") as keyof typeof handlers],
    ]),
  ),
  authenticators: authenticators(services),
  services,
  limiter: memoryLimiter(),
  limits: Object.fromEntries(
    Object.entries(document.rateLimits).map(([scope, limit]) => [scope, { ...limit, limit: 1e9 }]),
  ),
  log,
  pages: [],
});
const server = await listen({ port: 0, host: "127.0.0.1" });
server.serve(app);
process.send?.({ port: server.port });
process.on("message", () => process.send?.(process.cpuUsage()));
process.once("SIGTERM", async () => {
  await server.stop();
  await close();
  process.exit(0);
});

/** The same document with copies of its paths under other names, until it has this many. */
function widened(document: ApiDocument, paths: number): ApiDocument {
  const raw = structuredClone(document.source as RawDocument);
  const originals = Object.entries(structuredClone(raw.paths));
  for (let copy = 1; Object.keys(raw.paths).length < paths; copy++) {
    for (const [path, item] of originals) {
      if (Object.keys(raw.paths).length >= paths) break;
      const copied = structuredClone(item);
      for (const method of methods) {
        if (copied[method]) copied[method].operationId += `_${copy}`;
      }
      raw.paths[`/copy${copy}${path}`] = copied;
    }
  }
  return readDocument(raw);
}
