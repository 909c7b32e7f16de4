import { enableCompileCache } from "node:module";

// Enabled before all other imports, so that they use the cache; this halves the startup time.
enableCompileCache("node_modules/.cache/node");
const { run } = await import("@counterpart/server");
const { handlers } = await import("./handlers.ts");
const { service } = await import("./service.ts");

await run({
  document: new URL("../generated/openapi.json", import.meta.url),
  handlers,
  service,
  // Development tools aren't installed in production.
  development: () => import("@counterpart/cli/development"),
});
