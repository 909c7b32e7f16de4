import type { Database } from "../../database/database.ts";
import { isDiscountOf } from "../../domain/promotion-code.ts";

/** A payment's discount. Amounts in the currency's smallest unit. */
export interface AppliedDiscount {
  storeId: string;
  account: string | null;
  /** The provider's promotion codes (`promo_…`); null for a discount without a code. */
  codes: (string | null)[];
  subtotal: number;
  discount: number;
  lineCount: number;
}

/** Whether one of the store's codes explains the discount. Stores that share an account could use one another's codes. */
export async function isOwnDiscount(
  { storeId, account, codes: [providerId = null, ...others], ...amounts }: AppliedDiscount,
  { promotionCodes }: { promotionCodes: Pick<Database["promotionCodes"], "findOfProvider"> },
): Promise<boolean> {
  if (providerId === null || others.length > 0) return false;
  // If it can't be read now, nothing reports this payment later.
  const code = await promotionCodes.findOfProvider({ storeId, account, providerId }).catch(() => undefined);
  return code !== undefined && isDiscountOf(code, amounts);
}
