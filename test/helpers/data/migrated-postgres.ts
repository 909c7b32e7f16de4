import { afterAll, beforeAll } from "vitest";
import type { Engine } from "../../../server/database/engines/engine.ts";
import { openPostgres } from "../../../server/database/engines/postgres.ts";
import { emptyPostgres, type TestDatabase } from "./test-database.ts";

/**
 * A migrated database for the tests of the current suite: opened before the first, dropped after the last.
 * @param server an address of a database there, by a user who may create others
 */
export function migratedPostgres(server: string): { readonly url: string; readonly engine: Engine } {
  let testDatabase: TestDatabase;
  let engine: Engine;
  beforeAll(async () => {
    testDatabase = await emptyPostgres(server);
    engine = openPostgres(testDatabase.url);
    await engine.migrate();
  });
  afterAll(async () => {
    await engine.close();
    await testDatabase.drop();
  });
  return {
    get url() {
      return testDatabase.url;
    },
    get engine() {
      return engine;
    },
  };
}
