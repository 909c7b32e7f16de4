import { existsSync } from "node:fs";
import { chmod, stat } from "node:fs/promises";
import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import { filePath } from "../../database/engines/database-url.ts";
import { filled } from "../input/option-values.ts";
import { type AnswerOptions, addCommand, databaseUrl, opening, print, type Terminal } from "../terminal.ts";

interface Options extends AnswerOptions {
  to: string;
}

const help = `
Servers may go on serving: the backup has everything that was answered before it began. Restore it as
docs/operating/backup.md says. For PostgreSQL use pg_dump, which that page explains too.`;

export function addBackup(db: Command, terminal: Terminal): void {
  addCommand(db, "backup", "Copy the embedded database into a file, while servers use it.")
    .requiredOption("--to <file>", "the new file; it must not exist", filled)
    .addHelpText("after", help)
    .action(async ({ to, json }: Options) => {
      const file = filePath(await databaseUrl(terminal));
      if (file === undefined) {
        throw new ApiError(
          "CONFLICT",
          "The database is PostgreSQL: back it up with pg_dump (docs/operating/backup.md).",
        );
      }
      if (!existsSync(file)) throw new ApiError("NOT_FOUND", `There is no database at ${file}.`);
      if (existsSync(to)) throw new ApiError("CONFLICT", `${to} exists already; nothing was written.`);
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
