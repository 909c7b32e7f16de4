import module from "node:module";

// Before all other imports, so that they come from the cache, which halves the start-up time. Deno has none.
module.enableCompileCache?.("node_modules/.cache/node");
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
