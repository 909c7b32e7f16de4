import type { Actor } from "../../../domain/actor.ts";
import type { AuditAction, FieldChanges } from "../../../domain/audit.ts";
import { newSortedId } from "../../../domain/ids.ts";
import type { Queries } from "../../engines/queries.ts";

/** An actor's change in a store. */
export interface Change {
  storeId: string;
  action: AuditAction;
  /** The changed object; null for objects without an id. Buyers appear only by the ids of what they bought. */
  objectId: string | null;
  /** Never contains secrets or anything that identifies a buyer. */
  changes: FieldChanges;
}

/**
 * Records a change in the audit trail, in the transaction of the change.
 * @param by undefined for the service's own changes, which aren't recorded
 * @param now in milliseconds since 1970
 */
export async function recordChange(
  db: Queries,
  by: Actor | undefined,
  change: Change,
  now: number,
): Promise<void> {
  await recordChanges(db, by, [change], now);
}

/** Records several changes in one statement. */
export async function recordChanges(
  db: Queries,
  by: Actor | undefined,
  changes: Change[],
  now: number,
): Promise<void> {
  if (!by || changes.length === 0) return;
  const rows = changes.map(({ storeId, action, objectId, changes }) => ({
    id: newSortedId("aud"),
    store_id: storeId,
    actor_kind: by.kind,
    actor_id: by.id,
    action,
    object_id: objectId,
    changes: JSON.stringify(changes),
    created_at: now,
  }));
  await db.insertInto("audit_entries").values(rows).execute();
}
