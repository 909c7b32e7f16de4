import type { Outages } from "@counterpart/server";
import type { CallProvider } from "./provider.ts";
import { isProviderAway } from "./provider-errors.ts";

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
