import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import type { Engine } from "../../../server/database/engines/engine.ts";
import { primaryKeys, tableNames } from "../../../server/database/schema.ts";
import { rowsPerPage } from "../../../server/database/transfer/page.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";

const maxParameters = 32_766;

describe("the tables that the migrations create", () => {
  let engine: Engine;
  beforeAll(async () => {
    const testDatabase = await emptySqlite();
    engine = await openEngine(testDatabase.url);
    await engine.migrate();
    return async () => {
      await engine.close();
      await testDatabase.drop();
    };
  });

  const ask = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(engine.read)).rows;

  test("are those of the schema, by their primary keys", async () => {
    const tables = await engine.read.introspection.getTables();
    // SQLite's full-text index is built from the products, and never copied.
    const own = tables.map(({ name }) => name).filter((name) => !name.startsWith("product_search"));
    expect(own.sort()).toEqual([...tableNames].sort());
    for (const table of tableNames) {
      const key = await ask(
        sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`,
      );
      expect(
        key.map(({ name }) => name),
        table,
      ).toEqual(primaryKeys[table]);
    }
  });

  test("come after the ones that they refer to", async () => {
    let found = 0;
    for (const [place, table] of tableNames.entries()) {
      const references = await ask(
        sql<{ to: string }>`select "table" as "to" from pragma_foreign_key_list(${table})`,
      );
      for (const { to } of references) expect(tableNames.slice(0, place), table).toContain(to);
      found += references.length;
    }
    expect(found).toBeGreaterThan(0);
  });

  test("have few enough columns for a page of rows in one statement", async () => {
    for (const { name, columns } of await engine.read.introspection.getTables()) {
      expect(columns.length * rowsPerPage, name).toBeLessThanOrEqual(maxParameters);
    }
  });
});
