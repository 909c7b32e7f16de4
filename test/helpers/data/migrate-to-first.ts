import { openEngine } from "../../../server/database/database.ts";
import { migrateToLatest, migrations } from "../../../server/database/migrate.ts";

/** Creates the tables of the oldest version that can be updated, in an empty database. */
export async function migrateToFirst(databaseUrl: string): Promise<void> {
  const engine = await openEngine(databaseUrl);
  const [name = "", first] = Object.entries(migrations)[0] ?? [];
  if (first) await engine.write((db) => migrateToLatest(db, { known: { [name]: first } }));
  await engine.close();
}
