import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { SellingStep } from "../../merchants/payments/selling-steps.ts";
import type { Terminal } from "../terminal.ts";
import { openProvider } from "./payment-provider.ts";

/** The steps before a store sells. Without a key for the payment provider, a note says that it wasn't asked. */
export async function askSteps(
  terminal: Terminal,
  database: Database,
  store: Store,
): Promise<{ steps: SellingStep[]; note?: string }> {
  const { sellingSteps } = await import("../../merchants/payments/selling-steps.ts");
  const provider = await openProvider(terminal).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "INVALID_REQUEST") return undefined;
    throw error;
  });
  if (!provider) {
    const steps = await sellingSteps(database, store, { now: Date.now() });
    return { steps, note: "The payment provider wasn't asked, because STRIPE_SECRET_KEY isn't set." };
  }
  const { readAccountState } = await import("../../merchants/payments/account-state.ts");
  const account = await readAccountState({ provider }, store);
  const steps = await sellingSteps(database, store, { now: Date.now(), account });
  if (account.isChargeable !== undefined) return { steps };
  return { steps, note: "The payment provider didn't answer, so its account wasn't checked." };
}
