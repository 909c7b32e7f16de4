import type { Database } from "../../database/database.ts";

/** Whether no store uses this account. Null, the platform's own account, is never foreign. */
export async function isForeignAccount(
  stores: Pick<Database["stores"], "usesAccount">,
  account: string | null,
): Promise<boolean> {
  return account !== null && !(await stores.usesAccount(account));
}
