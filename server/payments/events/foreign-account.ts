import type { Database } from "../../database/database.ts";

/** Whether no store uses this account; null is the platform's own, which is never foreign. */
export async function isForeignAccount(
  stores: Pick<Database["stores"], "usesAccount">,
  account: string | null,
): Promise<boolean> {
  return account !== null && !(await stores.usesAccount(account));
}
