import { setTimeout as pause } from "node:timers/promises";
import type { Outages } from "@counterpart/server";
import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import { isAccountGone, isProviderAway } from "./provider-errors.ts";
import { StripeSdk } from "./stripe-sdk.ts";

/** An object at the provider, and its account. */
export interface ProviderObject {
  id: string;
  account: string | null;
}

/** Runs a provider call on an account. The name is for metrics and traces. */
export type CallProvider = <T>(name: string, account: string | null, call: () => Promise<T>) => Promise<T>;

/** Runs calls to the provider. The first successful call ends an outage. */
export function watchProvider(outages: Outages, ask: CallProvider): CallProvider {
  const provider = outages.watch({ name: "payment provider", isOutage: isProviderAway });
  return async (name, account, call) => {
    try {
      const answer = await ask(name, account, call);
      provider.succeeded();
      return answer;
    } catch (error) {
      if (!isProviderAway(error) && !isProviderAway((error as Error).cause)) provider.succeeded();
      throw error;
    }
  };
}

interface GoneAccountParts {
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

/** Milliseconds before each further attempt, half of it random. Then the caller gets an error that says to retry. */
const waitsMs = [1000, 2000];

/**
 * Retries when the provider reports a rate limit: 100 requests a second, 25 in test mode, and 25 for one kind
 * of request (https://docs.stripe.com/rate-limits). The SDK retries other temporary errors, but not these.
 */
export async function retryWhenLimited<T>(call: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StripeSdk.errors.StripeRateLimitError)) throw error;
      await pause(waitMs * (0.5 + Math.random() / 2));
    }
  }
  return call();
}
