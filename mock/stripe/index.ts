export type { Control } from "./control/control.ts";
export { decimalsOf, smallestStepOf } from "./conventions/money.ts";
export { signatureOf } from "./events/webhooks.ts";
export { createStripeStandIn, type Listening, type StandInOptions, type StripeStandIn } from "./stand-in.ts";
