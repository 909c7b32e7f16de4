import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import type { Engine } from "../../database/engines/engine.ts";
import { type AnswerOptions, addCommand, databaseUrl, opening, print, type Terminal } from "../terminal.ts";

interface Options extends AnswerOptions {
  status?: true;
  dryRun?: true;
}

const help = `
Migrations only add: the version before works on the new tables. So migrate first, then upgrade the servers. With
MIGRATE_AT_START=false neither the servers nor other commands migrate by themselves.

--dry-run applies what is missing in a transaction that is undone. Tables are locked meanwhile, so run it on a copy.`;

export function addMigrate(counterpart: Command, terminal: Terminal): void {
  addCommand(
    counterpart,
    "migrate",
    "Bring the database's tables up to date. Commands that change something do so too.",
  )
    .option("--status", "only say what is applied and what isn't")
    .option("--dry-run", "try what is missing, and undo it")
    .addHelpText("after", help)
    .action(async (options: Options) => {
      if (options.status && options.dryRun) {
        throw new ApiError("INVALID_REQUEST", "Give --status or --dry-run, not both.");
      }
      const url = await databaseUrl(terminal);
      const answer = await opening<{ value: object; text: string }>(() =>
        options.status ? status(url) : migrate(url, options.dryRun === true),
      );
      print(terminal, { json: options.json === true }, answer);
    });
}

async function onEngine<T>(url: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const { openEngine } = await import("../../database/database.ts");
  const engine = await openEngine(url);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function migrate(url: string, isDryRun: boolean) {
  const applied = await onEngine(url, (engine) => engine.migrate({ isDryRun }));
  if (applied.length === 0) {
    return { value: { applied }, text: "The tables are up to date; nothing was applied." };
  }
  const names = applied.join(", ");
  if (!isDryRun) return { value: { applied }, text: `Applied ${names}.` };
  return { value: { wouldApply: applied }, text: `These can be applied, and were undone: ${names}.` };
}

async function status(url: string) {
  const [{ migrationStatus }, { filePath }, { isMissing }] = await Promise.all([
    import("../../database/migrate.ts"),
    import("../../database/engines/database-url.ts"),
    import("../../database/database.ts"),
  ]);
  const file = filePath(url);
  const value =
    file !== undefined && isMissing(file)
      ? await migrationStatus(undefined)
      : await onEngine(url, ({ read, schema }) => migrationStatus(read, schema));
  const lines = [
    ...value.applied.map((name) => `applied  ${name}`),
    ...value.newer.map((name) => `newer    ${name} (applied by a newer version)`),
    ...value.pending.map((name) => `pending  ${name}`),
  ];
  return { value, text: lines.join("\n") };
}
