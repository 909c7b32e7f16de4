import type { Store } from "../../database/queries/stores.ts";
import type { Provider } from "../../payments/provider/provider.ts";

/** What the provider says about a store's account. Undefined where it didn't answer, or wasn't asked. */
export interface AccountState {
  isChargeable: boolean | undefined;
  /** Whether it may take cards. */
  takesCards: boolean | undefined;
  /** Whether the provider pays its balance out. */
  paysOut: boolean | undefined;
  /** Whether it can calculate tax. Undefined without tax, too. */
  calculatesTax: boolean | undefined;
}

type Asked = Pick<Provider, "readAccount" | "canCalculateTax">;

/** Asks the provider about a store's account. */
export async function readAccountState(
  { provider }: { provider: Asked },
  store: Pick<Store, "stripeAccount" | "tax">,
): Promise<AccountState> {
  const { stripeAccount: account } = store;
  const [known, calculatesTax] = await Promise.all([
    provider.readAccount(account).catch(() => undefined),
    store.tax === "off" ? undefined : provider.canCalculateTax(account).catch(() => undefined),
  ]);
  return {
    isChargeable: known?.isChargeable,
    takesCards: known?.takesCards,
    paysOut: known?.paysOut,
    calculatesTax,
  };
}
