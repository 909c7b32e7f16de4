import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { document, examples } from "../../conformance/adapters/servers/served.ts";

// The documents of `bench/start.ts` as routes of Hono, which checks nothing.

const { paths } = document as { paths: Record<string, Record<string, { operationId?: string }>> };
const app = new Hono();
for (const [path, item] of Object.entries(paths)) {
  for (const [method, { operationId = "" }] of Object.entries(item)) {
    const { status = 500, headers = {}, body } = examples[operationId] ?? {};
    app.on(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ":$1"), (c: Context) =>
      body === undefined ? c.body(null, status as 204, headers) : c.json(body, status as 200, headers),
    );
  }
}
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  console.log(JSON.stringify({ port })),
);
// Node writes its compile cache at the exit.
process.once("SIGTERM", () => process.exit());
