import type Stripe from "stripe";
import { z } from "zod";
import type { Clock } from "../../domain/clock.ts";
import type { ProviderClock } from "../provider/provider-clock.ts";

/** An event signed by the provider. Its content is fetched again rather than trusted. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The connected account; null for the platform's own. */
  account: string | null;
  livemode: boolean;
  /** Milliseconds since 1970, on the provider's clock. */
  createdAt: number;
  /** The object that the event is about; undefined when unreadable. */
  object: ProviderEventObject | undefined;
}

export interface ProviderEventObject {
  id: string;
  /** The provider's type name: `checkout.session`, `charge` … */
  kind: string;
  /** Our checkout session, from the object's metadata. */
  checkoutSessionId: string | null;
  /** The subscription of an invoice. */
  subscriptionId: string | null;
  /** The payment intent of a charge, refund or dispute. */
  paymentId: string | null;
}

/**
 * Why an event isn't accepted. `forged`: not signed with any of our secrets. `stale`: signed too long ago.
 * `unreadable`: signed, but not JSON.
 */
export type RefusedEvent = "forged" | "stale" | "unreadable";

/** `malformed`: the provider signed JSON that isn't an event. */
export type VerifiedEvent = ProviderEvent | RefusedEvent | "malformed";

export interface EventVerification {
  webhooks: Stripe["webhooks"];
  /** Each of them may have signed the event. */
  secrets: string[];
  clock: Clock;
  providerClock: ProviderClock;
}

/** Seconds; the provider's default. */
const toleranceSeconds = 300;
/** Disables the age check, so only the signature is verified. */
const anyAge = 0;
/** Tolerated clock error until a response has shown the provider's time. Replayed events have no second effect. */
const maxClockErrorSeconds = 300;

/** Parses an event whose signature is valid. */
export function verifyEvent(
  { webhooks, secrets, clock, providerClock }: EventVerification,
  body: Buffer,
  signature: string,
): VerifiedEvent {
  const now = providerClock.at(clock());
  const maxAgeSeconds = providerClock.isKnown() ? toleranceSeconds : toleranceSeconds + maxClockErrorSeconds;
  const text = body.toString();
  const isSigned = (tolerance: number) =>
    secrets.some((secret) => {
      try {
        const { signature: verifier } = webhooks;
        return verifier?.verifyHeader(text, signature, secret, tolerance, undefined, now) === true;
      } catch {
        return false;
      }
    });
  if (!isSigned(anyAge)) return "forged";
  if (!isSigned(maxAgeSeconds)) return "stale";
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "unreadable";
  }
  return toEvent(json) ?? "malformed";
}

/** The provider's ids match `\w+`. Other ids can't exist there, and some can't be stored. */
const id = z.string().regex(/^\w{1,255}$/);

const reference = z.union([id, z.object({ id }).transform((object) => object.id)]).nullish();

const eventSchema = z.object({
  id,
  type: z.string().regex(/^[\w.[\]]{1,255}$/),
  livemode: z.boolean(),
  created: z.int(),
  account: id.nullish(),
  data: z.unknown().optional(),
});

const dataSchema = z.object({
  object: z.object({
    id,
    object: z.string(),
    // Other systems on the same account may write anything here.
    client_reference_id: id.nullish().catch(null),
    payment_intent: reference,
    parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
  }),
});

/** Parses an event as the provider sends or lists it; undefined for anything else. */
export function toEvent(json: unknown): ProviderEvent | undefined {
  const event = eventSchema.safeParse(json).data;
  if (!event) return undefined;
  const object = dataSchema.safeParse(event.data).data?.object;
  return {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    livemode: event.livemode,
    createdAt: event.created * 1000,
    object: object && {
      id: object.id,
      kind: object.object,
      checkoutSessionId: object.client_reference_id ?? null,
      subscriptionId: object.parent?.subscription_details?.subscription ?? null,
      paymentId: object.payment_intent ?? null,
    },
  };
}
