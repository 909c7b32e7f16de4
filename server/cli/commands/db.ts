import { existsSync } from "node:fs";
import { chmod, stat } from "node:fs/promises";
import { ApiError } from "@counterpart/server/errors";
import {
  filePath,
  isDatabaseUrl,
  isSameDatabase,
  postgresMistake,
} from "../../database/engines/database-url.ts";
import type { Engine } from "../../database/engines/engine.ts";
import type { CopiedTable } from "../../database/transfer/copy.ts";
import { filled } from "../input/option-values.ts";
import { createProgress, type Progress } from "../output/progress.ts";
import { table } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import {
  type Answer,
  type AnswerOptions,
  databaseUrl,
  opening,
  print,
  type Terminal,
  wrongUsage,
} from "../terminal.ts";

interface Options extends AnswerOptions {
  from: string;
  to: string;
  store?: string;
}

export function addDatabaseCommands(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  const db = counterpart.command("db").description("Back up, copy or move the database.");
  addBackup(db);

  db.add(
    "copy",
    "Copy everything to an empty database, or move one store, and verify the result. All or nothing.",
  )
    .requiredOption("--from <address>", "the source database: file:… or postgres://…", filled)
    .requiredOption(
      "--to <address>",
      "the target database: file:… or postgres://…; must be empty unless --store is given",
      filled,
    )
    .option("--store <slug>", "move only this store; servers can keep running", filled)
    .explain(copyHelp)
    .action(async (options: Options) => {
      checkAddresses(options);
      const from = await openAddress(options.from, "--from");
      try {
        const to = await openAddress(options.to, "--to");
        try {
          const { store } = options;
          const answer = await withProgress(terminal, options, (progress) =>
            store === undefined ? copyAll(from, to, progress) : moveOne(from, to, { store, progress }),
          );
          print(terminal, { json: options.json === true }, answer);
        } finally {
          await to.close();
        }
      } finally {
        await from.close();
      }
    });

  db.add("reopen", "Open a store again whose move was interrupted and whose target is lost.")
    .requiredOption("--from <address>", "the source database of the move", filled)
    .requiredOption("--store <slug>", "the store", filled)
    .explain(reopenHelp)
    .action(async (options: Omit<Options, "to"> & { store: string }) => {
      checkAddress("--from", options.from);
      checkExists(options.from);
      const from = await openAddress(options.from, "--from");
      try {
        const { reopenStore } = await import("../../database/transfer/move-store.ts");
        await reopenStore(from, options.store);
        const text = `${options.store} accepts writes here again.`;
        print(terminal, { json: options.json === true }, { value: { store: options.store }, text });
      } finally {
        await from.close();
      }
    });
}

const reopenHelp = `
Only for a target that is lost and won't come back: it may have committed the copy, and then both databases would sell. If the
target can be reached, run the same \`db copy --store\` again instead, which finishes the move.`;

const copyHelp = `
Without --store, stop the servers on both databases first: writes made to the source after the copy has started are not
copied. Afterwards, set DATABASE_URL to the new database. The source is only read, apart from pending migrations.

Before the copy is committed, both sides are compared table by table: the number of rows, the sum of every integer column,
and a fingerprint of every row. Any difference rolls the copy back. PostgreSQL can't store NUL characters: they become
U+FFFD, and the output counts the affected texts. Uploaded images and files of digital products are in a folder or a bucket,
not in the database: copy that folder or bucket too, or point the new servers at it.

With --store, servers on both databases can keep running. During the move, the source still serves reads of the store and
refuses its writes with Retry-After. Other stores are not affected, and the target may already have stores. Once the rows
are copied and verified, the target serves the store with its keys, carts, orders and people. The source keeps a closed,
read-only copy. If the command fails, the source accepts writes again. If it was killed, run it again with the same --to;
another one is refused, since the first target may already sell. To move the store back, swap --from and --to. docs/operating/beyond-one-database.md describes the whole procedure.

Other users of this machine can see command-line arguments. Leave the password out of the address and use PGPASSWORD or
~/.pgpass instead.`;

/** Not parsed by commander, whose errors quote the rejected value, including passwords. */
function checkAddress(option: string, address: string): void {
  if (!isDatabaseUrl(address)) {
    throw wrongUsage(`${option} must begin with file: or postgres://.`);
  }
  const mistake = filePath(address) === undefined ? postgresMistake(address) : undefined;
  if (mistake !== undefined) throw wrongUsage(`${option} ${mistake}.`);
}

function checkAddresses({ from, to }: Options): void {
  checkAddress("--from", from);
  checkAddress("--to", to);
  if (isSameDatabase(from, to)) {
    throw wrongUsage("--from and --to are the same database.");
  }
  checkExists(from);
}

function checkExists(from: string): void {
  const file = filePath(from);
  if (file !== undefined && !existsSync(file)) {
    throw new ApiError("NOT_FOUND", `The file given by --from doesn't exist: ${file}.`);
  }
}

async function openAddress(address: string, option: string): Promise<Engine> {
  const { sql } = await import("kysely");
  const { openEngine } = await import("../../database/database.ts");
  return opening(async () => {
    const engine = await openEngine(address);
    try {
      await sql`select 1`.execute(engine.read);
      return engine;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }, option);
}

type Show = Progress["show"];

async function copyAll(from: Engine, to: Engine, progress: Show): Promise<Answer> {
  const { copyDatabase } = await import("../../database/transfer/copy.ts");
  const tables = await copyDatabase(from, to, { progress });
  return { value: { tables }, text: summary(tables) };
}

async function moveOne(
  from: Engine,
  to: Engine,
  { store, progress }: { store: string; progress: Show },
): Promise<Answer> {
  const { moveStore } = await import("../../database/transfer/move-store.ts");
  const tables = await moveStore(from, to, store, { progress });
  const rows = tables.map(({ table, rows }) => [table, rows]);
  const done = [`Moved. The target now serves ${store}.`, ...filesLeft(tables)];
  return { value: { store, tables }, text: [table(["table", "rows"], rows), "", ...done].join("\n") };
}

async function withProgress(
  terminal: Terminal,
  options: AnswerOptions,
  work: (progress: Show) => Promise<Answer>,
): Promise<Answer> {
  const progress = createProgress(terminal, options, "rows");
  try {
    return await work(progress.show);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ApiError("INTERNAL_ERROR", `The copy failed and was rolled back: ${why}`, { cause });
  } finally {
    progress.end();
  }
}

/** What a copy of the rows leaves behind, if there is any. */
function filesLeft(tables: { table: string; rows: number }[]): string[] {
  const rowsOf = (name: string) => tables.find(({ table }) => table === name)?.rows ?? 0;
  const [images, files] = [rowsOf("product_images"), rowsOf("product_files")];
  if (images + files === 0) return [];
  const counts = `uploaded images (${images}), files of digital products (${files})`;
  return [`Not in the database: ${counts}. Copy their folder or bucket too.`];
}

function summary(tables: CopiedTable[]): string {
  const rows = tables.map(({ table, rows }) => [table, rows]);
  const changedTexts = tables.reduce((sum, table) => sum + table.changedTexts, 0);
  const changed = `PostgreSQL can't store NUL characters: they became U+FFFD in ${changedTexts} texts.`;
  return [
    table(["table", "rows"], rows),
    "",
    "Copied. Row counts, sums and fingerprints match.",
    ...filesLeft(tables),
    ...(changedTexts > 0 ? [changed] : []),
  ].join("\n");
}

interface Options extends AnswerOptions {
  to: string;
}

const help = `
Servers can keep running: the backup contains every write acknowledged before it started. To restore it, see
docs/operating/backup.md, which also covers pg_dump for PostgreSQL.`;

function addBackup(db: ShopCommand): void {
  const { terminal } = db;
  db.add("backup", "Back up the embedded database to a file, while servers use it.")
    .requiredOption("--to <file>", "the backup file; must not exist yet", filled)
    .explain(help)
    .action(async ({ to, json }: Options) => {
      const file = filePath(await databaseUrl(terminal));
      if (file === undefined) {
        throw new ApiError(
          "CONFLICT",
          "This is a PostgreSQL database. Back it up with pg_dump (docs/operating/backup.md).",
        );
      }
      if (!existsSync(file)) throw new ApiError("NOT_FOUND", `There is no database at ${file}.`);
      if (existsSync(to)) throw new ApiError("CONFLICT", `${to} already exists. Nothing was written.`);
      await opening(() => copyInto(file, to));
      // The copy contains the whole database, so only its owner may read it.
      await chmod(to, 0o600);
      const { size } = await stat(to);
      print(
        terminal,
        { json: json === true },
        { value: { file: to, bytes: size }, text: `Wrote ${to}, ${size} bytes.` },
      );
    });
}

/** Makes a consistent, defragmented copy in one read transaction. */
async function copyInto(file: string, to: string): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    database.prepare("VACUUM INTO ?").run(to);
  } finally {
    database.close();
  }
}
