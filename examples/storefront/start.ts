import { serve } from "@hono/node-server";
import { createStorefront } from "./app.ts";
import { readSettings } from "./settings.ts";

const settings = readSettings(process.env);
const server = serve(
  { fetch: createStorefront(settings).fetch, port: settings.port, hostname: settings.host },
  ({ port }) => {
    console.log(`The storefront is at http://localhost:${port}, and sells from ${settings.apiUrl}.`);
  },
);
server.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EADDRINUSE") throw error;
  console.error(`Port ${settings.port} is already in use. Choose another with PORT.`);
  process.exit(1);
});
