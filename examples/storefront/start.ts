import { serve } from "@hono/node-server";
import { createStorefront } from "./app.ts";
import { readSettings } from "./settings.ts";

const settings = readSettings(process.env);
serve(
  { fetch: createStorefront(settings).fetch, port: settings.port, hostname: settings.host },
  ({ port }) => {
    console.log(`The storefront is at http://localhost:${port}, and sells from ${settings.apiUrl}.`);
  },
);
