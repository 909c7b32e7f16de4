import type { Actor } from "../../../domain/actor.ts";
import type { Clock } from "../../../domain/clock.ts";
import { newId } from "../../../domain/ids.ts";
import type { ProductFile } from "../../../domain/product-file.ts";
import { retentionMs } from "../../../domain/retention.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { ProductFileRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { lockStore } from "../lock-store.ts";
import type { ProductIds } from "../products/products.ts";
import { isSold } from "./is-sold.ts";

type NewFile = Omit<ProductFile, "id"> & {
  /** Of all files of the store. */
  maxBytes: number;
};

interface ProductAddress {
  storeId: string;
  productId: string;
}

export function productFileQueries(engine: Engine, clock: Clock) {
  const note = ({ id }: ProductFile, values: Partial<Pick<ProductFileRow, "is_sold" | "unused_since">>) =>
    engine.writeOne((db) => db.updateTable("product_files").set(values).where("id", "=", id).execute());

  return {
    /** The file that buyers of the product get, also after the product was deleted. */
    async find(address: ProductAddress): Promise<ProductFile | undefined> {
      return currentFile(engine.read, address);
    },

    /** The files that buyers of these products get; products without one are missing. */
    async findMany({ storeId, productIds }: ProductIds): Promise<ProductFile[]> {
      if (productIds.length === 0) return [];
      const rows = await currentFiles(engine.read, storeId).where("product_id", "in", productIds).execute();
      return rows.map(toFile);
    },

    /** How many files the store's products have, deleted products included. */
    async count(storeId: string): Promise<number> {
      const { count } = await currentFiles(engine.read, storeId)
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Records a file before its content is stored, with the most bytes that it may have; undefined if the store's files would take up too much. */
    async reserve({ maxBytes, ...file }: NewFile): Promise<ProductFile | undefined> {
      return engine.write(async (db) => {
        await lockStore(db, file.storeId);
        const { used } = await db
          .selectFrom("product_files")
          .select((eb) => eb.fn.sum<number | string | null>("bytes").as("used"))
          .where("store_id", "=", file.storeId)
          .executeTakeFirstOrThrow();
        if (Number(used ?? 0) + file.bytes > maxBytes) return undefined;
        const reserved = { ...file, id: newId("file") };
        await db
          .insertInto("product_files")
          .values({
            ...{ id: reserved.id, store_id: file.storeId, product_id: file.productId, name: file.name },
            ...{ bytes: file.bytes, created_at: clock(), is_current: 0, unused_since: null, is_sold: null },
          })
          .execute();
        return reserved;
      });
    },

    /** Makes a stored file the product's, or takes the product's file away. Returns whether the product exists. */
    async use(
      { storeId, productId }: ProductAddress,
      file: ProductFile | undefined,
      by?: Actor,
    ): Promise<boolean> {
      return engine.write(async (db) => {
        await lockStore(db, storeId);
        const product = await db
          .selectFrom("products")
          .select("id")
          .where("store_id", "=", storeId)
          .where("id", "=", productId)
          .executeTakeFirst();
        if (!product) return false;
        const before = await currentFile(db, { storeId, productId });
        await setCurrent(db, before, 0);
        await setCurrent(db, file, 1);
        const changes = { file: { from: before?.name ?? null, to: file?.name ?? null } };
        const change = { storeId, action: "product.updated", objectId: productId, changes } as const;
        await recordChange(db, by, change, clock());
        return true;
      });
    },

    /**
     * The files that no product has had for the retention. Notes which ones are unused now. Files of deleted products that
     * were sold are kept, because their buyers may download them.
     */
    async findUnused(): Promise<ProductFile[]> {
      const now = clock();
      const rows = await engine.read
        .selectFrom("product_files")
        .leftJoin("products", "products.id", "product_files.product_id")
        .selectAll("product_files")
        .where((eb) =>
          eb.or([
            eb("is_current", "=", 0),
            eb.and([eb("products.id", "is", null), eb("is_sold", "is", null)]),
          ]),
        )
        .execute();
      const unused: ProductFile[] = [];
      for (const row of rows) {
        const file = toFile(row);
        const since = row.unused_since;
        if (since !== null && since > now - retentionMs.unusedFiles) continue;
        // An order may have been placed since it was noted.
        if (row.is_current === 1 && (await isSold(engine, file))) await note(file, { is_sold: 1 });
        else if (since === null) await note(file, { unused_since: now });
        else unused.push(file);
      }
      return unused;
    },

    /** Deletes a file's record, after its content was removed. */
    async forget({ id }: Pick<ProductFile, "id">): Promise<void> {
      await engine.writeOne((db) => db.deleteFrom("product_files").where("id", "=", id).execute());
    },
  };
}

async function currentFile(
  db: Queries,
  { storeId, productId }: ProductAddress,
): Promise<ProductFile | undefined> {
  const row = await currentFiles(db, storeId).where("product_id", "=", productId).executeTakeFirst();
  return row && toFile(row);
}

/** Those of deleted products too, for orders that have them. */
function currentFiles(db: Queries, storeId: string) {
  return db
    .selectFrom("product_files")
    .selectAll()
    .where("store_id", "=", storeId)
    .where("is_current", "=", 1);
}

async function setCurrent(db: Queries, file: ProductFile | undefined, isCurrent: 0 | 1): Promise<void> {
  if (!file) return;
  await db
    .updateTable("product_files")
    .set({ is_current: isCurrent, unused_since: null, bytes: file.bytes })
    .where("id", "=", file.id)
    .execute();
}

function toFile(row: ProductFileRow): ProductFile {
  const { id, store_id: storeId, product_id: productId, name, bytes } = row;
  return { id, storeId, productId, name, bytes };
}
