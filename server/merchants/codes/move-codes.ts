import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Actor } from "../../domain/actor.ts";
import type { Clock } from "../../domain/clock.ts";
import { isElsewhere, isRedeemable, type PromotionCode, termsOf } from "../../domain/promotion-code.ts";
import type { Provider } from "../../payments/provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../../payments/provider/provider-errors.ts";
import { createPromotionCodes } from "./promotion-codes.ts";

/** What happened to a code that was on another account than the store's. */
export interface MovedCode {
  code: string;
  /** `replaced`: the account already has a code of this name, which stays. `used_up`: it has no redemptions left. */
  outcome: "moved" | "replaced" | "used_up" | "failed";
  /** Why it is still on the other account, in sentences; null unless it failed. */
  reason: string | null;
}

/** Moves a store's codes from other accounts to the one that receives its payments. */
export type MoveCodes = (store: Store, by: Actor) => Promise<MovedCode[]>;

/**
 * A code is created on the new account first, and ended on the old one after. What failed can be repeated: the same code
 * isn't created twice.
 */
export function createMoveCodes(parts: {
  database: Pick<Database, "promotionCodes">;
  provider: Pick<Provider, "countRedemptions" | "createPromotionCode" | "deactivatePromotionCode">;
  clock: Clock;
}): MoveCodes {
  const { database, provider, clock } = parts;
  const { promotionCodes: stored } = database;
  const promotionCodes = createPromotionCodes({ database, provider });

  async function move(store: Store, old: PromotionCode, by: Actor): Promise<MovedCode["outcome"]> {
    const { id: storeId, stripeAccount: account } = store;
    const present = await stored.findNamed({ storeId, account }, old.code);
    const isPresent = present !== undefined && isRedeemable(present, clock());
    const left = isPresent ? null : await redemptionsLeft(old);
    const isCreated = !isPresent && left !== 0;
    if (isCreated) {
      const terms = { ...termsOf(old), maxRedemptions: left };
      await promotionCodes.create(store, terms, { token: `moved ${old.id}`, by });
    }
    await promotionCodes.deactivate({ storeId, id: old.id }, { by });
    if (isPresent) return "replaced";
    return isCreated ? "moved" : "used_up";
  }

  /** Null for any number. */
  async function redemptionsLeft({ providerId: id, account, maxRedemptions }: PromotionCode) {
    if (maxRedemptions === null) return null;
    const redeemed = await provider.countRedemptions({ id, account }).catch((error: unknown) => {
      // An account that was disconnected can't be asked any more.
      if (isUnknownObject(error) || isAccountGone(error)) return 0;
      throw error;
    });
    return Math.max(0, maxRedemptions - redeemed);
  }

  return async (store, by) => {
    const moved: MovedCode[] = [];
    // Newest first: of two with the same name, the newer one is moved.
    for (const old of await stored.list(store.id)) {
      if (!isElsewhere(old, store, clock())) continue;
      const { code } = old;
      try {
        moved.push({ code, outcome: await move(store, old, by), reason: null });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        moved.push({ code, outcome: "failed", reason: error.message });
      }
    }
    return moved;
  };
}

/** Describes what happened to the codes; empty if there were none. */
export function movedCodesText(moved: MovedCode[]): string {
  const sentence = (outcome: MovedCode["outcome"], one: string, many: string) => {
    const codes = moved.filter((code) => code.outcome === outcome).map(({ code }) => code);
    return codes.length === 0 ? [] : [`${codes.join(", ")} ${codes.length === 1 ? one : many}`];
  };
  return [
    ...sentence("moved", "now works on this account.", "now work on this account."),
    ...sentence("replaced", "was replaced by the account’s own.", "were replaced by the account’s own."),
    ...sentence("used_up", "is used up, and has ended.", "are used up, and have ended."),
    ...moved.flatMap(({ code, reason }) =>
      reason === null ? [] : [`${code} is still on the other account: ${reason}`],
    ),
  ].join(" ");
}
