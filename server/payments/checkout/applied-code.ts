import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import { conflictAt } from "../../domain/error-codes.ts";
import { displayAmount } from "../../domain/money.ts";
import { codeOf, isRedeemable, type PromotionCode } from "../../domain/promotion-code.ts";

export interface CodeToApply {
  store: Pick<Store, "id" | "stripeAccount">;
  /** As the buyer typed it. */
  typed: string;
  /** Of the purchase, in the smallest unit of its currency. */
  subtotal: number;
  currency: string;
  now: number;
}

const pointer = "/promotionCode";

/**
 * The store's promotion code that a buyer typed. Whether it is used up is known to the provider only.
 * @throws CONFLICT if the store has no such code on its account, or it can't be used for this purchase
 */
export async function appliedCode(
  { promotionCodes }: { promotionCodes: Pick<Database["promotionCodes"], "findNamed"> },
  { store, typed, subtotal, currency, now }: CodeToApply,
): Promise<PromotionCode> {
  const name = codeOf(typed);
  const address = { storeId: store.id, account: store.stripeAccount };
  const code = name === undefined ? undefined : await promotionCodes.findNamed(address, name);
  if (!code) {
    throw conflictAt(pointer, "The store has no promotion code with the text in body.promotionCode.", {
      rule: "exists",
      message: "isn't a promotion code of the store",
    });
  }
  if (!isRedeemable(code, now)) {
    const message = code.deactivatedAt === null ? "has expired" : "was deactivated";
    throw conflictAt(pointer, `The promotion code ${code.code} ${message}.`, { rule: "redeemable", message });
  }
  const { amountOffInCents, minimumInCents } = code;
  const hasAmount = amountOffInCents !== null || minimumInCents !== null;
  if (hasAmount && code.currency !== currency) {
    throw conflictAt(pointer, `The promotion code ${code.code} is for purchases in ${code.currency}.`, {
      rule: "currency",
      message: `is for purchases in ${code.currency}`,
    });
  }
  if (minimumInCents !== null && subtotal < minimumInCents) {
    const message = `needs a subtotal of at least ${displayAmount(minimumInCents, currency)}`;
    throw conflictAt(pointer, `The promotion code ${code.code} ${message}.`, { rule: "minimum", message });
  }
  return code;
}
