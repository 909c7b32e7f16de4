import { enableCompileCache } from "node:module";

// Before everything else is imported, so that it comes from the cache: it halves the time of a start.
enableCompileCache("node_modules/.cache/node");
const { run } = await import("@counterpart/server");
const { handlers } = await import("./handlers.ts");
const { service } = await import("./service.ts");

await run({
  document: new URL("../generated/openapi.json", import.meta.url),
  handlers,
  service,
  // Production installs no tools.
  development: () => import("@counterpart/cli/development"),
});
