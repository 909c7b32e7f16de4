import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { AccountState } from "../../merchants/payments/account-state.ts";
import type { ProviderSettings } from "../../payments/provider/provider.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { failed, ok, warning } = findingsOf("stores");

const maxNamed = 10;

/** Whether purchases of the stores that are published, or charge tax, are refused. */
export async function checkStores(settings: ProviderSettings, databaseUrl: string): Promise<Finding[]> {
  const { openExistingDatabase } = await import("../../database/database.ts");
  const database = await openExistingDatabase(databaseUrl, Date.now).catch(() => undefined);
  // Another check reports a database that can't be read.
  if (!database) return [];
  try {
    const all = await database.stores.list().catch(() => []);
    const stores = all.filter(({ isPublished, tax }) => isPublished || tax !== "off");
    return stores.length === 0 ? [] : await findings(settings, database, stores);
  } finally {
    await database.close();
  }
}

async function findings(settings: ProviderSettings, database: Database, stores: Store[]): Promise<Finding[]> {
  const [{ createProvider }, { readAccountState }, { problemsOf, sellingSteps }] = await Promise.all([
    import("../../payments/provider/provider.ts"),
    import("../../merchants/payments/account-state.ts"),
    import("../../merchants/payments/selling-steps.ts"),
  ]);
  const provider = createProvider(settings, Date.now);
  const asked = new Map<string, AccountState>();
  const refused: string[] = [];
  const others: string[] = [];
  let unanswered = 0;
  for (const store of stores) {
    const key = JSON.stringify([store.stripeAccount, store.tax === "off"]);
    const account = asked.get(key) ?? (await readAccountState({ provider }, store));
    asked.set(key, account);
    if (account.isChargeable === undefined) unanswered += 1;
    const steps = await sellingSteps(database, store, { now: Date.now(), account });
    const stops = problemsOf(steps.filter(({ isOptional }) => !isOptional));
    const warns = problemsOf(steps.filter(({ isOptional }) => isOptional));
    if (stops.length > 0) refused.push(`${store.slug}: ${stops.join(" ")}`);
    if (warns.length > 0) others.push(`${store.slug}: ${warns.join(" ")}`);
  }
  const advice = "`payments status --store …` lists what a store needs to sell.";
  const found: Finding[] = [];
  if (refused.length > 0) found.push(failed(`Purchases are refused. ${someOf(refused)}`, advice));
  if (others.length > 0) found.push(warning(someOf(others), advice));
  if (unanswered > 0) {
    const message = `The provider didn't answer for ${unanswered} of ${stores.length} stores.`;
    found.push(warning(message, "Check its status page, and the key's permission to read accounts."));
  }
  return found.length > 0 ? found : [ok("Nothing prevents purchases in the published stores.")];
}

function someOf(sentences: string[]): string {
  const rest = sentences.length - maxNamed;
  const named = sentences.slice(0, maxNamed).join("\n");
  return rest > 0 ? `${named}\nand ${rest} more` : named;
}
