import { existsSync } from "node:fs";
import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import {
  filePath,
  isDatabaseUrl,
  isSameDatabase,
  postgresMistake,
} from "../../database/engines/database-url.ts";
import type { Engine } from "../../database/engines/engine.ts";
import type { CopiedTable } from "../../database/transfer/copy.ts";
import { filled } from "../input/option-values.ts";
import { type ProgressBar, progressBar } from "../output/progress-bar.ts";
import { table } from "../output/table.ts";
import { type Answer, type AnswerOptions, addCommand, opening, print, type Terminal } from "../terminal.ts";
import { addBackup } from "./db-backup.ts";

interface Options extends AnswerOptions {
  from: string;
  to: string;
  store?: string;
}

export function addDatabaseCommands(counterpart: Command, terminal: Terminal): void {
  const db = counterpart.command("db").description("the database as a whole");
  addBackup(db, terminal);

  addCommand(
    db,
    "copy",
    "Copy everything into an empty database, or move one store, and compare the two: all of it, or nothing.",
  )
    .requiredOption("--from <address>", "what is copied: file:… or postgres://…", filled)
    .requiredOption(
      "--to <address>",
      "the empty database, or one for the store: file:… or postgres://…",
      filled,
    )
    .option("--store <slug>", "move this store alone; servers may go on serving", filled)
    .addHelpText("after", copyHelp)
    .action(async (options: Options) => {
      checkAddresses(options);
      const from = await openAddress(options.from, "--from");
      try {
        const to = await openAddress(options.to, "--to");
        try {
          const { store } = options;
          const answer = await withBar(terminal, options, (progress) =>
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
}

const copyHelp = `
Without --store, stop the servers on both databases first: what a server writes to the first one after the copy has begun isn't in the
copy. Then give the servers the new DATABASE_URL. The first database is only read, once its tables are up to date.

Before the copy is kept, both sides are compared table by table: the number of rows, the sum of every column of
integers, and a fingerprint of every row. A difference undoes the copy. PostgreSQL can't hold the zero character: it
becomes U+FFFD there, and the answer counts the texts that were changed so.

With --store, servers may go on serving on both. From the beginning, the source answers reads of the store, and refuses its
writes with Retry-After; the other stores notice nothing. The target may have other stores. Once the rows are there and
compared, the target serves the store, with its keys, carts, orders and people, and the source keeps what the store is read
by, closed. If the command fails, the source accepts writes again; if it was killed, run it again. Run it the other way
round to bring the store back. docs/operating/beyond-one-database.md has the whole move.

Other people on the machine can see what you type. Leave the password out of the address: PGPASSWORD and ~/.pgpass are
read.`;

/** Not parsed by commander, whose errors quote the rejected value, including passwords. */
function checkAddresses({ from, to }: Options): void {
  for (const [option, address] of Object.entries({ "--from": from, "--to": to })) {
    if (!isDatabaseUrl(address)) {
      throw new ApiError("INVALID_REQUEST", `${option} must begin with file: or postgres://.`);
    }
    const mistake = filePath(address) === undefined ? postgresMistake(address) : undefined;
    if (mistake !== undefined) throw new ApiError("INVALID_REQUEST", `${option} ${mistake}.`);
  }
  if (isSameDatabase(from, to)) {
    throw new ApiError("INVALID_REQUEST", "--from and --to are the same database. Name another one.");
  }
  const file = filePath(from);
  if (file !== undefined && !existsSync(file)) {
    throw new ApiError("NOT_FOUND", `There is no file ${file}, which --from names.`);
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

type Show = ProgressBar["show"];

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
  const rows = tables.map(({ table, rows }) => [table, String(rows)]);
  const text = `${table(["table", "rows"], rows)}\n\nMoved. The target serves ${store} now.`;
  return { value: { store, tables }, text };
}

async function withBar(
  terminal: Terminal,
  options: AnswerOptions,
  work: (progress: Show) => Promise<Answer>,
): Promise<Answer> {
  const bar = progressBar(terminal, options, "rows");
  try {
    return await work(bar.show);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ApiError("INTERNAL_ERROR", `The copy failed and was undone: ${why}`, { cause });
  } finally {
    bar.stop();
  }
}

function summary(tables: CopiedTable[]): string {
  const rows = tables.map(({ table, rows }) => [table, String(rows)]);
  const changedTexts = tables.reduce((sum, table) => sum + table.changedTexts, 0);
  const changed = `Zero characters, which PostgreSQL can't hold, became U+FFFD in ${changedTexts} texts.`;
  return [
    table(["table", "rows"], rows),
    "",
    "Copied. Counts, sums and rows are the same on both sides.",
    ...(changedTexts > 0 ? [changed] : []),
  ].join("\n");
}
