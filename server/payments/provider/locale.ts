import type Stripe from "stripe";
import type { components } from "../../../generated/types.ts";
import type { Literal } from "./literal.ts";

/** The languages of the payment page. */
export type Locale = components["schemas"]["Locale"];

/** A type error here names a language that the document lacks. */
({}) satisfies Record<Exclude<Literal<Stripe.Checkout.SessionCreateParams.Locale>, Locale>, true>;
