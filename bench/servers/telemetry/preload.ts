import { registerHooks } from "node:module";

// Loaded into a shop whose telemetry the bench turns on and off while it runs.

const real = new URL("../../../toolkit/server/telemetry/open-telemetry.ts", import.meta.url).href;
const own = new URL("open-telemetry.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === real && context.parentURL !== own ? { ...resolved, url: own } : resolved;
  },
});
