import type { Actor } from "../../../domain/actor.ts";
import type { AuditAction, FieldChanges } from "../../../domain/audit.ts";
import { newSortedId } from "../../../domain/ids.ts";
import type { Queries } from "../../engines/queries.ts";

/** Something that an actor did in a store. */
export interface Change {
  storeId: string;
  action: AuditAction;
  /** What was changed; null for what has no id. Buyers appear by the ids of what they bought, never otherwise. */
  objectId: string | null;
  /** Never secrets, and nothing that names a buyer. */
  changes: FieldChanges;
}

/**
 * Records a change in the audit trail, in the transaction of the change.
 * @param by undefined where the service itself changes something, which isn't recorded
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

/** The same for several changes, in one statement. */
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
