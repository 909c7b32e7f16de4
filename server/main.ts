import { enableCompileCache } from "node:module";

// Enabled before all other imports, so that they use the cache; this halves the startup time.
enableCompileCache("node_modules/.cache/node");
const { run } = await import("@counterpart/server");
const acp = await import("./operations/acp/handlers.ts");
const { renderError } = await import("./operations/acp/render-error.ts");
const ucp = await import("./operations/ucp/handlers.ts");
const { renderError: renderUcpError } = await import("./operations/ucp/render-error.ts");
const { handlers } = await import("./handlers.ts");
const { service } = await import("./service.ts");

await run({
  documents: [
    { document: new URL("../generated/openapi.json", import.meta.url), handlers, service },
    {
      name: "acp",
      document: new URL("../generated/acp/openapi.json", import.meta.url),
      handlers: acp.handlers,
      service,
      basePath: "/acp",
      options: { mcp: false, renderError },
    },
    {
      name: "ucp",
      document: new URL("../generated/ucp/openapi.json", import.meta.url),
      handlers: ucp.handlers,
      service,
      basePath: "/ucp",
      // Access tokens are for the other tools (0216).
      options: { mcp: { authorizationServers: [] }, renderError: renderUcpError },
    },
  ],
  // Development tools aren't installed in production.
  development: () => import("@counterpart/cli/development"),
});
