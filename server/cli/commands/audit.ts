import { ApiError } from "@counterpart/server/errors";
import { type Command, Option } from "commander";
import type { AuditEntry } from "../../database/queries/audit/audit-trail.ts";
import type { Actor } from "../../domain/actor.ts";
import { type AuditAction, auditActions, type FieldChange } from "../../domain/audit.ts";
import { filled, listLimit } from "../input/option-values.ts";
import { storeOption } from "../input/store-option.ts";
import { table } from "../output/table.ts";
import { addCommand, answerReadingStore, type StoreOptions, type Terminal } from "../terminal.ts";

interface Options extends StoreOptions {
  limit: number;
  after?: string;
  about?: string;
  action?: AuditAction;
  by?: string;
}

const heading = ["id", "when", "by", "did", "to", "changes"];

export function addAuditCommands(counterpart: Command, terminal: Terminal): void {
  const audit = counterpart
    .command("audit")
    .description("List the audit trail: changes made by people, commands and API keys.");

  addCommand(audit, "list", "List the changes in a store, newest first. Entries can't be edited or deleted.")
    .requiredOption(...storeOption)
    .option("--about <id>", "only changes to this order, product, key …", filled)
    .addOption(new Option("--action <action>", "only changes of this kind").choices(auditActions))
    .option("--by <id>", "only changes by this person, API key or operating system user", filled)
    .option("--limit <n>", "maximum number of entries, up to 1000", listLimit, 100)
    .option("--after <id>", "entries older than this one, aud_…, for the next page", filled)
    .action((options: Options) =>
      answerReadingStore(terminal, options, async (store, database) => {
        const page = await database.auditTrail.list({
          storeId: store.id,
          limit: options.limit,
          after: options.after,
          objectId: options.about,
          action: options.action,
          actorId: options.by,
        });
        if (!page) throw new ApiError("NOT_FOUND", `The store has no entry ${options.after}.`);
        const { entries, hasMore } = page;
        const next = hasMore ? `More entries: --after ${entries.at(-1)?.id}` : undefined;
        return {
          value: entries.map(withInstant),
          text: entries.length > 0 ? table(heading, entries.map(toRow)) : "No changes found.",
          ...(next !== undefined && { note: next }),
        };
      }),
    );
}

function withInstant({ createdAt, ...entry }: AuditEntry) {
  return { ...entry, createdAt: new Date(createdAt).toISOString() };
}

/** Describes actors whose id isn't self-explanatory. */
const notes: Partial<Record<Actor["kind"], string>> = {
  command_line: "command line",
  service: "the server",
};

function toRow({ id, by, action, objectId, changes, createdAt }: AuditEntry): string[] {
  const fields = Object.entries(changes).map(([field, change]) => `${field}${textOf(change)}`);
  const actor = by.kind in notes ? `${by.id} (${notes[by.kind]})` : by.id;
  return [id, new Date(createdAt).toISOString(), actor, action, objectId ?? "", fields.join("; ")];
}

function textOf(change: FieldChange): string {
  if (!("to" in change)) return "";
  const to = JSON.stringify(change.to);
  return "from" in change ? `: ${JSON.stringify(change.from)} → ${to}` : `: ${to}`;
}
