import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { filePath } from "../../../server/database/engines/database-url.ts";
import { linkOf, tablesOfStores } from "../../../server/database/transfer/store-rows.ts";
import { emptySqlite, migrate } from "../../helpers/data/test-database.ts";

test("rows of a store are found by an index: of the store, or of the rows that they refer to", async () => {
  const { url, drop } = await emptySqlite();
  onTestFinished(drop);
  await migrate(url);
  const database = new DatabaseSync(filePath(url) ?? "");
  onTestFinished(() => database.close());
  const firstColumns = database.prepare(
    `select indexes.partial, columns.name from pragma_index_list(?) as indexes
      join pragma_index_info(indexes.name) as columns where columns.seqno = 0`,
  );
  const neededBy = (table: (typeof tablesOfStores)[number]) => {
    const link = linkOf(table);
    if (typeof link === "object") return link.column;
    return table === "stores" ? "id" : "store_id";
  };
  const without = tablesOfStores.filter(
    (table) =>
      !firstColumns.all(table).some(({ partial, name }) => partial === 0 && name === neededBy(table)),
  );
  expect(tablesOfStores.length).toBeGreaterThan(30);
  expect(without).toEqual([]);
});
