import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createApp, listen } from "@counterpart/server";
import { renderFromDocument } from "@counterpart/server/http";
import { describeRefusal } from "@counterpart/server/listen";
import { readDocument } from "@counterpart/server/read-document";

// The documents of `bench/start.ts`, with written validators if their file is named. It imports nothing of this repository
// but the package, which `bench/start.ts` puts beside a copy of it.

const [, , served = "", written] = process.argv;
const validators = written === undefined ? undefined : (await import(pathToFileURL(written).href)).default;
const { document: raw, examples } = JSON.parse(readFileSync(served, "utf8"));
const document = readDocument(raw);
const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
const each = (names: string[], value: (name: string) => unknown) =>
  Object.fromEntries(names.map((name) => [name, value(name)]));
const shop = {
  document,
  authenticators: each(Object.keys(document.securitySchemes), () => () => ({ caller: {}, bucket: "any" })),
  handlers: each(Object.keys(examples), (operationId) => () => examples[operationId]),
  services: {},
  limiter: { count: () => ({ used: 1, resetMs: 60_000 }) },
  limits: document.rateLimits,
  log: silent,
  pages: [],
  renderError: renderFromDocument(document),
  ...(validators && { validators }),
};
const server = await listen({
  port: 0,
  host: "127.0.0.1",
  describeRefusal: describeRefusal(document, silent as never, shop as never),
});
server.serve(createApp(shop as never));
console.log(JSON.stringify({ port: server.port }));
// Node writes its compile cache at the exit.
process.once("SIGTERM", () => process.exit());
