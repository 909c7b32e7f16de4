import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { CallProvider } from "./provider.ts";
import { isAccountGone } from "./provider-errors.ts";

export interface GoneAccountParts {
  stores: Pick<Database["stores"], "setChargeable">;
  log: Logger;
}

/** Runs calls to the provider. If it refuses an account, the stores that use the account stop taking payments. */
export function disableGoneAccounts({ stores, log }: GoneAccountParts, ask: CallProvider): CallProvider {
  return async (name, account, call) => {
    try {
      return await ask(name, account, call);
    } catch (error) {
      if (account !== null && isAccountGone(error) && (await stores.setChargeable(account, false))) {
        log.warn(
          { account },
          "the payment provider refuses an account, so its stores no longer accept payments",
        );
      }
      throw error;
    }
  };
}
