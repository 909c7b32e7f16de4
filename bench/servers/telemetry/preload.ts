import { registerHooks } from "node:module";

// Preloaded into a shop whose telemetry the bench turns on and off at run time.

const real = new URL("../../../toolkit/server/telemetry/open-telemetry.ts", import.meta.url).href;
const own = new URL("open-telemetry.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === real && context.parentURL !== own ? { ...resolved, url: own } : resolved;
  },
});
