import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning } = findingsOf("codes");

/** Whether payment pages of stores with promotion codes can have a field for them. */
export async function checkCodes(databaseUrl: string): Promise<Finding[]> {
  const { openExistingDatabase } = await import("../../database/database.ts");
  const database = await openExistingDatabase(databaseUrl, Date.now).catch(() => undefined);
  // Another check reports a database that can't be read.
  if (!database) return [];
  try {
    let stores = 0;
    const shared: string[] = [];
    for (const { id, slug, stripeAccount } of await database.stores.list()) {
      if (!(await database.promotionCodes.areRedeemable(id, stripeAccount))) continue;
      stores += 1;
      if (await database.promotionCodes.isAccountShared(id, stripeAccount)) shared.push(slug);
    }
    if (stores === 0) return [];
    if (shared.length === 0)
      return [ok("The payment pages of stores with promotion codes have a field for them.")];
    const message = `These stores have promotion codes, but share an account at the provider, so their payment pages have no field for codes: ${shared.join(", ")}.`;
    const advice =
      "Let their storefronts send promotionCode to createCheckoutSession, or connect an account for each store.";
    return [warning(message, advice)];
  } catch {
    return [];
  } finally {
    await database.close();
  }
}
