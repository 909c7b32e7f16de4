import type { Queries } from "../engines/queries.ts";

/** Lets transactions that change the same part of a store run one after the other. Rows may still refer to the store. */
export async function lockStore(db: Queries, storeId: string): Promise<void> {
  await db.selectFrom("stores").select("id").where("id", "=", storeId).forNoKeyUpdate().execute();
}
