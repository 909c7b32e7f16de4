import type { Amounts } from "./amounts.ts";
import type { SnapshotLine } from "./checkout.ts";
import type { Metadata } from "./metadata.ts";
import type { ChosenRate } from "./offers.ts";
import type { ShippingAddress } from "./shipping-address.ts";

/** Who buys, as the provider reports it. */
export interface BuyerDetails {
  customerEmail: string | null;
  customerName: string | null;
  customerPhone: string | null;
  shippingAddress: ShippingAddress | null;
}

/** What a checkout session and its order both say. */
export interface Sale extends BuyerDetails {
  id: string;
  storeId: string;
  lines: SnapshotLine[];
  /** The sum of the lines. */
  total: number;
  /** Null until it is complete, and for those of versions that didn't record it. */
  amounts: Amounts | null;
  /** Null until it is complete, without rates to choose from, and for those of versions that didn't record it. */
  shippingRate: ChosenRate | null;
  currency: string;
  memberId: string | null;
  metadata: Metadata;
  /** The payment page's language, as the caller gave it; null if none was given, and for orders of versions that didn't record it. */
  locale: string | null;
  /** The API key (`key_…`) of the agent that buys; missing for other buyers. */
  agent?: string;
}
