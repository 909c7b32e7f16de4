import { sql } from "kysely";
import type { Actor } from "../../../domain/actor.ts";
import type { AuditAction, FieldChanges } from "../../../domain/audit.ts";
import type { Engine } from "../../engines/engine.ts";
import type { AuditEntryRow } from "../../schema.ts";
import { camelCased } from "../camel-case.ts";

/** A change: what, when and by whom. */
export interface AuditEntry {
  id: string;
  by: Actor;
  action: AuditAction;
  objectId: string | null;
  changes: FieldChanges;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Filters are combined with AND. */
export interface AuditList {
  storeId: string;
  limit: number;
  /** The last entry of the previous page. */
  after?: string | undefined;
  objectId?: string | undefined;
  action?: AuditAction | undefined;
  /** The id of a person or a key, or an operating system user. */
  actorId?: string | undefined;
}

export interface AuditPage {
  entries: AuditEntry[];
  hasMore: boolean;
}

/** Reads the audit trail; `recordChange` writes it. */
export function auditTrailQueries(engine: Engine) {
  return {
    /**
     * Newest first; entries of one process are ordered even within a millisecond. Undefined when the store
     * has no entry `after`.
     */
    async list({
      storeId,
      limit,
      after,
      objectId,
      action,
      actorId,
    }: AuditList): Promise<AuditPage | undefined> {
      const ofStore = engine.read.selectFrom("audit_entries").selectAll().where("store_id", "=", storeId);
      let rows = ofStore
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit + 1);
      if (after !== undefined) {
        const last = await ofStore.where("id", "=", after).executeTakeFirst();
        if (!last) return undefined;
        rows = rows.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`);
      }
      if (objectId !== undefined) rows = rows.where("object_id", "=", objectId);
      if (action !== undefined) rows = rows.where("action", "=", action);
      if (actorId !== undefined) rows = rows.where("actor_id", "=", actorId);
      const found = await rows.execute();
      return { entries: found.slice(0, limit).map(toEntry), hasMore: found.length > limit };
    },
  };
}

function toEntry(row: AuditEntryRow): AuditEntry {
  return {
    ...camelCased(row, "id", "object_id", "created_at"),
    by: { kind: row.actor_kind as Actor["kind"], id: row.actor_id },
    action: row.action as AuditAction,
    changes: JSON.parse(row.changes),
  };
}
