import { registerHooks } from "node:module";

// Loaded into a shop whose telemetry the bench turns on and off while it runs.

const real = new URL("../../../toolkit/server/telemetry/", import.meta.url).href;
const switched = ["open-telemetry.ts", "export-in-thread.ts"];

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const name = switched.find((one) => resolved.url === real + one);
    const own = name && new URL(name, import.meta.url).href;
    return own && context.parentURL !== own ? { ...resolved, url: own } : resolved;
  },
});
