import { ApiError } from "@counterpart/server/errors";
import { Option } from "commander";
import type { AuditEntry } from "../../database/queries/audit/audit-trail.ts";
import type { Actor } from "../../domain/actor.ts";
import { type AuditAction, auditActions, type FieldChange } from "../../domain/audit.ts";
import { filled, listLimit } from "../input/option-values.ts";
import { instant, withInstants } from "../output/instants.ts";
import { listing } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";

interface Options {
  limit: number;
  after?: string;
  about?: string;
  action?: AuditAction;
  by?: string;
}

const heading = ["id", "when", "by", "did", "to", "changes"];

export function addAuditCommands(counterpart: ShopCommand): void {
  counterpart
    .command("audit")
    .description("List the audit trail: changes made by people, commands and API keys.")
    .addOfStore("list", "List the changes in a store, newest first. Entries can't be edited or deleted.")
    .option("--about <id>", "only changes to this order, product, key …", filled)
    .addOption(new Option("--action <action>", "only changes of this kind").choices(auditActions))
    .option("--by <id>", "only changes by this person, API key or operating system user", filled)
    .option("--limit <n>", "maximum number of entries, up to 1000", listLimit, 100)
    .option("--after <id>", "entries older than this one, aud_…, for the next page", filled)
    .readsStore(async ({ store, database }, options: Options) => {
      const { limit, after, about: objectId, action, by: actorId } = options;
      const wanted = { storeId: store.id, limit, after, objectId, action, actorId };
      const page = await database.auditTrail.list(wanted);
      if (!page) throw new ApiError("NOT_FOUND", `The store has no entry ${after}.`);
      const { entries, hasMore } = page;
      return {
        value: entries.map(withInstants),
        text: listing(heading, entries.map(toRow), "No changes found."),
        note: hasMore ? `More entries: --after ${entries.at(-1)?.id}` : undefined,
      };
    });
}

/** Describes actors whose id isn't self-explanatory. */
const notes: Partial<Record<Actor["kind"], string>> = { command_line: "command line", service: "the server" };

function toRow({ id, by, action, objectId, changes, createdAt }: AuditEntry) {
  const fields = Object.entries(changes).map(([field, change]) => `${field}${textOf(change)}`);
  const actor = by.kind in notes ? `${by.id} (${notes[by.kind]})` : by.id;
  return [id, instant(createdAt), actor, action, objectId, fields.join("; ")];
}

function textOf(change: FieldChange): string {
  if (!("to" in change)) return "";
  const to = JSON.stringify(change.to);
  return "from" in change ? `: ${JSON.stringify(change.from)} → ${to}` : `: ${to}`;
}
