import { type Mode, sessionLifetimeMs } from "./checkout.ts";
import type { Offers } from "./offers.ts";
import type { BuyerDetails, Sale } from "./sale.ts";
import type { SessionState } from "./session-state.ts";

export interface CheckoutSessionRecord extends SessionState, Sale {
  cartId: string;
  providerId: string | null;
  mode: Mode;
  /** Null if it offered nothing beside its lines, and for sessions of versions that didn't record it. */
  offers: Offers | null;
  url: string | null;
  createdAt: number;
  expiresAt: number;
  completedAt: number | null;
  /** The provider account where it was created; null for the platform's own. */
  account: string | null;
}

/** What a session knows of its buyer before it is complete, and after the buyer was erased. */
export const noBuyer = {
  customerEmail: null,
  customerName: null,
  customerPhone: null,
  shippingAddress: null,
} satisfies BuyerDetails;

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
