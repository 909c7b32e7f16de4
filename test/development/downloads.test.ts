import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/database/database.ts";
import { prepareDemo } from "../../server/development/development.ts";
import { createProductFiles } from "../../server/merchants/downloads/product-files.ts";
import { migratedDatabase } from "../helpers/data/test-database.ts";

test("every digital product that the demo store sells has a file, which a later start leaves alone", async () => {
  const testDatabase = await migratedDatabase();
  const database = await openDatabase(testDatabase.url, Date.now);
  onTestFinished(async () => {
    await database.close();
    await testDatabase.drop();
  });
  const stored = new Map<string, Uint8Array>();
  const put = async (name: string, bytes: Uint8Array) => void stored.set(name, bytes);
  const unused = () => Promise.reject(new Error("Only stored."));
  const files = createProductFiles({
    ...{ database, maxBytesPerStore: 1024 ** 2 },
    files: { put, get: unused, remove: unused } as never,
  });
  const storeId = (await prepareDemo({ database, files }, undefined, "http://localhost:3000"))?.storeId ?? "";
  const sold = (await database.products.listAll(storeId)).filter(
    ({ type, isActive }) => type === "digital" && isActive,
  );
  const found = await database.productFiles.findMany({ storeId, productIds: sold.map(({ _id }) => _id) });
  expect(found).toHaveLength(sold.length);
  expect(new Set(found.map(({ name }) => name))).toEqual(
    new Set(["the-compositors-notebook.pdf", "quayside-wood-type.otf"]),
  );
  const before = stored.size;
  await prepareDemo({ database, files }, undefined, "http://localhost:3000");
  expect(stored.size).toBe(before);
});
