import { createRequire } from "node:module";
import type Stripe from "stripe";

/**
 * Stripe's SDK, by `require`: its 200 files load in half the time of those that `import` finds, which moreover import
 * `node:http` and with it Node's copy of undici.
 */
export const StripeSdk: typeof Stripe = createRequire(import.meta.url)("stripe");
