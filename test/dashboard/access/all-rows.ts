import { openEngine } from "../../../server/database/database.ts";
import { tableNames } from "../../../server/database/schema.ts";

/** Reads every row of a database as a text that begins with its table's name. */
export async function openRows(databaseUrl: string) {
  const engine = await openEngine(databaseUrl);

  async function rowsOf(table: (typeof tableNames)[number]): Promise<string[]> {
    const rows = await engine.read.selectFrom(table).selectAll().execute();
    // A key's last use is written in the background.
    return rows.map((row) => `${table} ${JSON.stringify({ ...row, last_used_at: null })}`);
  }

  return {
    async readAll(): Promise<string[]> {
      return (await Promise.all(tableNames.map(rowsOf))).flat().sort();
    },
    close: () => engine.close(),
  };
}
