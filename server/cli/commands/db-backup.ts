import { existsSync } from "node:fs";
import { chmod, stat } from "node:fs/promises";
import { ApiError } from "@counterpart/server/errors";
import { filePath } from "../../database/engines/database-url.ts";
import { filled } from "../input/option-values.ts";
import type { ShopCommand } from "../shop-command.ts";
import { type AnswerOptions, databaseUrl, opening, print } from "../terminal.ts";

interface Options extends AnswerOptions {
  to: string;
}

const help = `
Servers can keep running: the backup contains every write acknowledged before it started. To restore it, see
docs/operating/backup.md, which also covers pg_dump for PostgreSQL.`;

export function addBackup(db: ShopCommand): void {
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
