import type { Amounts } from "./amounts.ts";
import { type Mode, type SnapshotLine, sessionLifetimeMs } from "./checkout.ts";
import type { Metadata } from "./metadata.ts";
import type { ChosenRate, Offers } from "./offers.ts";
import type { SessionState } from "./session-state.ts";
import type { ShippingAddress } from "./shipping-address.ts";

export interface CheckoutSessionRecord extends SessionState {
  id: string;
  storeId: string;
  cartId: string;
  providerId: string | null;
  mode: Mode;
  lines: SnapshotLine[];
  /** The sum of the lines. */
  total: number;
  /** Null until it is complete, and for sessions of versions that didn't record it. */
  amounts: Amounts | null;
  /** Null until it is complete, without rates to choose from, and for sessions of versions that didn't record it. */
  shippingRate: ChosenRate | null;
  /** Null if it offered nothing beside its lines, and for sessions of versions that didn't record it. */
  offers: Offers | null;
  currency: string;
  memberId: string | null;
  customerEmail: string | null;
  customerName: string | null;
  customerPhone: string | null;
  shippingAddress: ShippingAddress | null;
  metadata: Metadata;
  /** The payment page's language, as the caller gave it; null if none was given. */
  locale: string | null;
  url: string | null;
  createdAt: number;
  expiresAt: number;
  completedAt: number | null;
  /** The provider account where it was created; null for the platform's own. */
  account: string | null;
  /** The API key (`key_…`) of the agent that buys; missing for other buyers. */
  agent?: string;
}

/** What a session knows of its buyer before it is complete, and after the buyer was erased. */
export const noBuyer = {
  customerEmail: null,
  customerName: null,
  customerPhone: null,
  shippingAddress: null,
} satisfies Partial<CheckoutSessionRecord>;

type Given = "id" | "storeId" | "cartId" | "currency" | "account" | "createdAt";

/** An open session of which nothing is known but what is given. */
export function newSession(session: Pick<CheckoutSessionRecord, Given>): CheckoutSessionRecord {
  return {
    ...{ providerId: null, status: "open", paymentStatus: "unpaid", paymentOutcome: null, mode: "payment" },
    ...{ lines: [], total: 0, amounts: null, shippingRate: null, offers: null, memberId: null },
    ...{ ...noBuyer, metadata: {}, locale: null, url: null, completedAt: null },
    ...session,
    expiresAt: session.createdAt + sessionLifetimeMs,
  };
}
