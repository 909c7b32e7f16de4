import { createRequire } from "node:module";
import type Stripe from "stripe";

/**
 * Loads Stripe's SDK with `require`, whose 200 files load in half the time of the `import` build. That build
 * also loads `node:http` and Node's copy of undici.
 */
export const StripeSdk: typeof Stripe = createRequire(import.meta.url)("stripe");
