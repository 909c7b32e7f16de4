import { hash } from "node:crypto";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Actor } from "../../domain/actor.ts";
import type { CodeTerms } from "../../domain/promotion-code.ts";
import { secretHash } from "../../domain/secret-hash.ts";
import type { Provider } from "../../payments/provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../../payments/provider/provider-errors.ts";

export type PromotionCodes = ReturnType<typeof createPromotionCodes>;

interface CodeParts {
  database: Pick<Database, "promotionCodes">;
  provider: Pick<Provider, "createPromotionCode" | "deactivatePromotionCode">;
}

/** Manages a store's promotion codes, which the provider redeems. */
export function createPromotionCodes({ database: { promotionCodes }, provider }: CodeParts) {
  return {
    /**
     * Creates a code at the provider, and records it. Repeating it with the same token creates it once.
     * @throws CONFLICT if the provider refuses it, usually because the store has an active code of this name
     */
    async create(store: Store, terms: CodeTerms, { token, by }: { token: string; by: Actor }) {
      const { id: storeId, stripeAccount: account } = store;
      const isShared = await promotionCodes.isAccountShared(storeId, account);
      const name = isShared ? nameOnSharedAccount(storeId, terms.code) : terms.code;
      const key = secretHash(JSON.stringify([storeId, account, token, terms, name]));
      const providerId = await provider.createPromotionCode({ storeId, account, key, token, terms, name });
      return promotionCodes.save({ ...terms, storeId, account, providerId }, by);
    },

    /** Ends a code, at the provider first. Undefined when the store has no such code. */
    async deactivate(address: { storeId: string; id: string }, { by }: { by: Actor }) {
      const code = await promotionCodes.find(address);
      if (!code) return undefined;
      const { providerId: id, account } = code;
      if (code.deactivatedAt === null) {
        // One that the provider doesn't know can't be redeemed either, nor can one on an account without access.
        await provider.deactivatePromotionCode({ id, account }).catch((error: unknown) => {
          if (!isUnknownObject(error) && !isAccountGone(error)) throw error;
        });
      }
      return promotionCodes.deactivate(address, by);
    },
  };
}

/** Characters. */
const suffixLength = 10;

/** The provider allows an active code once per account, so the code's name there also names the store. */
function nameOnSharedAccount(storeId: string, code: string): string {
  return `${code}-${hash("sha256", storeId, "hex").slice(0, suffixLength).toUpperCase()}`;
}
