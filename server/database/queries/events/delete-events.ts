import type { Queries } from "../../engines/queries.ts";

/** Deletes events and their deliveries. Returns how many events there were. */
export async function deleteEventsOf(db: Queries, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await db.deleteFrom("event_deliveries").where("event_id", "in", ids).execute();
  const { numDeletedRows } = await db.deleteFrom("events").where("id", "in", ids).executeTakeFirst();
  return Number(numDeletedRows);
}
