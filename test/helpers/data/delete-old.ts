import type { Database } from "../../../server/database/database.ts";
import { type RecordKind, recordKinds } from "../../../server/database/queries/retention.ts";

/** Deletes a batch of every kind of record whose retention has ended. Returns the number of each. */
export async function deleteOld(
  { retention }: Pick<Database, "retention">,
  when: { now: number; limit: number },
): Promise<Record<RecordKind, number>> {
  const deleted: Partial<Record<RecordKind, number>> = {};
  for (const kind of recordKinds) deleted[kind] = await retention.deleteOld(kind, when);
  return deleted as Record<RecordKind, number>;
}
