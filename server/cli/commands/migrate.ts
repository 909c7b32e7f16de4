import type { Engine } from "../../database/engines/engine.ts";
import type { ShopCommand } from "../shop-command.ts";
import { type AnswerOptions, databaseUrl, opening, print, wrongUsage } from "../terminal.ts";

interface Options extends AnswerOptions {
  status?: true;
  dryRun?: true;
}

const help = `
Migrations only add tables and columns, so the previous version keeps working. Migrate first, then upgrade the servers.
With MIGRATE_AT_START=false, servers and other commands don't migrate automatically.

--dry-run applies the pending migrations in a transaction and rolls it back. It locks tables, so run it on a copy.`;

export function addMigrate(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  counterpart
    .add("migrate", "Apply pending database migrations. Other commands that write also apply them.")
    .option("--status", "only list the applied and pending migrations")
    .option("--dry-run", "apply the pending migrations and roll them back")
    .explain(help)
    .action(async (options: Options) => {
      if (options.status && options.dryRun) {
        throw wrongUsage("Give either --status or --dry-run, not both.");
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
    return { value: { applied }, text: "The database is up to date. Nothing was applied." };
  }
  const names = applied.join(", ");
  if (!isDryRun) return { value: { applied }, text: `Applied ${names}.` };
  return { value: { wouldApply: applied }, text: `Applied and rolled back: ${names}.` };
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
