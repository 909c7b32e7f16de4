export type { Control } from "./control/control.ts";
export { signatureOf } from "./events/webhooks.ts";
export { decimalsOf, smallestStepOf } from "./money.ts";
export { createStripeStandIn, type Listening, type StandInOptions, type StripeStandIn } from "./stand-in.ts";
