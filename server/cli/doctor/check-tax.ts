import type { ProviderSettings } from "../../payments/provider/provider.ts";
import { quoting } from "../../payments/provider/provider-errors.ts";
import { stripeAddress } from "../../payments/provider/stripe-address.ts";
import { StripeSdk } from "../../payments/provider/stripe-sdk.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

const timeoutMs = 10_000;

/** Whether the accounts of stores that charge tax have what the provider needs to calculate it. */
export async function checkTax(
  { secretKey, apiBase }: ProviderSettings,
  databaseUrl: string,
): Promise<Finding[]> {
  const accounts = await taxedAccounts(databaseUrl);
  if (accounts.length === 0) return [];
  const stripe = new StripeSdk(secretKey, {
    ...(apiBase && stripeAddress(apiBase)),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const incomplete: string[] = [];
  try {
    for (const account of accounts) {
      const options = account === null ? {} : { stripeAccount: account };
      const { status } = await stripe.tax.settings.retrieve({}, options);
      if (status !== "active") incomplete.push(account ?? "your own account");
    }
  } catch (error) {
    const advice = "Look at the tax settings in the provider's dashboard.";
    const message = quoting("Not checked, because the provider didn't return the tax settings.", error);
    return [warning("tax", message, advice)];
  }
  if (incomplete.length === 0)
    return [ok("tax", "The accounts of stores that charge tax are set up for it.")];
  const message = `Stores charge tax, but it isn't set up at the provider: ${incomplete.join(", ")}. Their checkouts are refused.`;
  const advice =
    "Enter the origin address in the account's tax settings, or turn tax off: `stores update … --tax off`.";
  return [failed("tax", message, advice)];
}

/** Empty if the database can't be read, which another check reports. */
async function taxedAccounts(databaseUrl: string): Promise<(string | null)[]> {
  const { openExistingDatabase } = await import("../../database/database.ts");
  try {
    const database = await openExistingDatabase(databaseUrl, Date.now);
    const stores = await database.stores.list().finally(() => database.close());
    return [...new Set(stores.filter(({ tax }) => tax !== "off").map(({ stripeAccount }) => stripeAccount))];
  } catch {
    return [];
  }
}
