import { ApiError } from "@counterpart/server/errors";
import { type Command, Option } from "commander";
import type { AuditEntry } from "../../database/queries/audit/audit-trail.ts";
import type { Actor } from "../../domain/actor.ts";
import { type AuditAction, auditActions, type FieldChange } from "../../domain/audit.ts";
import { filled, listLimit } from "../input/option-values.ts";
import { table } from "../output/table.ts";
import { type AnswerOptions, addCommand, answerReading, storeOf, type Terminal } from "../terminal.ts";

interface Options extends AnswerOptions {
  store: string;
  limit: number;
  after?: string;
  about?: string;
  action?: AuditAction;
  by?: string;
}

const heading = ["id", "when", "by", "did", "to", "changes"];

export function addAuditCommands(counterpart: Command, terminal: Terminal): void {
  const audit = counterpart.command("audit").description("what people, commands and keys have changed");

  addCommand(audit, "list", "List the changes in a store, the newest first. Nobody can change this list.")
    .requiredOption("--store <slug>", "whose changes", filled)
    .option("--about <id>", "only those of one order, product, key …", filled)
    .addOption(new Option("--action <action>", "only those of one kind").choices(auditActions))
    .option("--by <id>", "only those of one person, key, or user of the operating system", filled)
    .option("--limit <n>", "how many, up to 1000", listLimit, 100)
    .option("--after <id>", "those before this one, aud_…, for the next page", filled)
    .action((options: Options) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, options.store);
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
        const next = hasMore ? `There are more: --after ${entries.at(-1)?.id}` : undefined;
        return {
          value: entries.map(withInstant),
          text: entries.length > 0 ? table(heading, entries.map(toRow)) : "Nothing has been changed.",
          ...(next !== undefined && { note: next }),
        };
      }),
    );
}

function withInstant({ createdAt, ...entry }: AuditEntry) {
  return { ...entry, createdAt: new Date(createdAt).toISOString() };
}

/** Explains actors whose id isn't self-explanatory. */
const notes: Partial<Record<Actor["kind"], string>> = {
  command_line: "command line",
  service: "the service itself",
};

function toRow({ id, by, action, objectId, changes, createdAt }: AuditEntry): string[] {
  const told = Object.entries(changes).map(([field, change]) => `${field}${textOf(change)}`);
  const actor = by.kind in notes ? `${by.id} (${notes[by.kind]})` : by.id;
  return [id, new Date(createdAt).toISOString(), actor, action, objectId ?? "", told.join("; ")];
}

function textOf(change: FieldChange): string {
  if (!("to" in change)) return "";
  const to = JSON.stringify(change.to);
  return "from" in change ? `: ${JSON.stringify(change.from)} → ${to}` : `: ${to}`;
}
