import { existsSync } from "node:fs";
import { ApiError } from "@counterpart/toolkit/errors";
import type { Command } from "commander";
import { filePath, isDatabaseUrl, isSameDatabase } from "../../database/engines/database-url.ts";
import type { Engine } from "../../database/engines/engine.ts";
import type { CopiedTable } from "../../database/transfer/copy.ts";
import { filled } from "../input/option-values.ts";
import { progressBar } from "../output/progress-bar.ts";
import { table } from "../output/table.ts";
import { type AnswerOptions, addCommand, opening, print, type Terminal } from "../terminal.ts";
import { addBackup } from "./db-backup.ts";

interface Options extends AnswerOptions {
  from: string;
  to: string;
}

export function addDatabaseCommands(counterpart: Command, terminal: Terminal): void {
  const db = counterpart.command("db").description("the database as a whole");
  addBackup(db, terminal);

  addCommand(
    db,
    "copy",
    "Copy everything into an empty database, and compare the two: all of it, or nothing.",
  )
    .requiredOption("--from <address>", "what is copied: file:… or postgres://…", filled)
    .requiredOption("--to <address>", "the empty database: file:… or postgres://…", filled)
    .addHelpText("after", copyHelp)
    .action(async (options: Options) => {
      checkAddresses(options);
      const from = await openAddress(options.from, "--from");
      try {
        const to = await openAddress(options.to, "--to");
        try {
          const tables = await copy(from, to, terminal, options);
          print(terminal, { json: options.json === true }, { value: { tables }, text: summary(tables) });
        } finally {
          await to.close();
        }
      } finally {
        await from.close();
      }
    });
}

const copyHelp = `
Stop the servers on both databases first: what a server writes to the first one after the copy has begun isn't in the
copy. Then give the servers the new DATABASE_URL. The first database is only read, once its tables are up to date.

Before the copy is kept, both sides are compared table by table: the number of rows, the sum of every column of
integers, and a fingerprint of every row. A difference undoes the copy. PostgreSQL can't hold the zero character: it
becomes U+FFFD there, and the answer counts the texts that were changed so.

Other people on the machine can see what you type. Leave the password out of the address: PGPASSWORD and ~/.pgpass are
read.`;

/** Not parsed by commander, whose errors quote the rejected value, password included. */
function checkAddresses({ from, to }: Options): void {
  for (const [option, address] of Object.entries({ "--from": from, "--to": to })) {
    if (!isDatabaseUrl(address)) {
      throw new ApiError("INVALID_REQUEST", `${option} must begin with file: or postgres://.`);
    }
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

async function copy(
  from: Engine,
  to: Engine,
  terminal: Terminal,
  options: AnswerOptions,
): Promise<CopiedTable[]> {
  const bar = progressBar(terminal, options, "rows");
  try {
    const { copyDatabase } = await import("../../database/transfer/copy.ts");
    return await copyDatabase(from, to, { progress: bar.show });
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
