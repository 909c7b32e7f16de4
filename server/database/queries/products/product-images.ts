import type { Clock } from "../../../domain/clock.ts";
import { randomPart } from "../../../domain/ids.ts";
import { imageName, imageNamesIn } from "../../../domain/product-image.ts";
import { retentionMs } from "../../../domain/retention.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { lockStore } from "../lock-store.ts";

interface NewImage {
  storeId: string;
  /** Of its content, in hexadecimal. */
  hash: string;
  /** Bytes of all its files. */
  size: number;
  /** Of all images of the store. */
  maxBytes: number;
}

interface ImageAddress {
  storeId: string;
  name: string;
}

/** An image isn't reused shortly before it may be removed. */
const reusableMs = retentionMs.unusedImages / 2;

/** Products per statement. */
const pageSize = 500;

export function productImageQueries(engine: Engine, clock: Clock) {
  return {
    /**
     * Records an image of a store, before its files are stored.
     * @returns its name, the same for the same content; undefined if the store's images would take up too much
     */
    async reserve({ storeId, hash, size, maxBytes }: NewImage): Promise<string | undefined> {
      return engine.write(async (db) => {
        await lockStore(db, storeId);
        const now = clock();
        const same = await db
          .selectFrom("product_images")
          .select("name")
          .where("store_id", "=", storeId)
          .where("hash", "=", hash)
          .where((eb) => eb.or([eb("unused_since", "is", null), eb("unused_since", ">", now - reusableMs)]))
          .executeTakeFirst();
        if (same) {
          await setUnused(db, { storeId, name: same.name }, null);
          return same.name;
        }
        if ((await bytesOf(db, storeId)) + size > maxBytes) return undefined;
        const name = imageName(hash, randomPart());
        await db
          .insertInto("product_images")
          .values({ store_id: storeId, name, hash, bytes: size, created_at: now, unused_since: null })
          .execute();
        return name;
      });
    },

    /** The stores that have images. */
    async storeIds(): Promise<string[]> {
      const rows = await engine.read.selectFrom("product_images").select("store_id").distinct().execute();
      return rows.map(({ store_id: storeId }) => storeId);
    },

    /** Notes which of a store's images are in use. Returns those that haven't been for the retention. */
    async findUnused(storeId: string): Promise<string[]> {
      const images = await engine.read
        .selectFrom("product_images")
        .select(["name", "unused_since"])
        .where("store_id", "=", storeId)
        .execute();
      const used = await usedNames(engine.read, storeId);
      const now = clock();
      const due: string[] = [];
      for (const { name, unused_since: since } of images) {
        if (used.has(name)) {
          if (since !== null) await engine.writeOne((db) => setUnused(db, { storeId, name }, null));
        } else if (since === null) {
          await engine.writeOne((db) => setUnused(db, { storeId, name }, now));
        } else if (since <= now - retentionMs.unusedImages) {
          due.push(name);
        }
      }
      return due;
    },

    /** Deletes an image's record, after its files were removed. */
    async forget({ storeId, name }: ImageAddress): Promise<void> {
      await engine.writeOne((db) =>
        db.deleteFrom("product_images").where("store_id", "=", storeId).where("name", "=", name).execute(),
      );
    },
  };
}

async function setUnused(db: Queries, { storeId, name }: ImageAddress, since: number | null): Promise<void> {
  await db
    .updateTable("product_images")
    .set({ unused_since: since })
    .where("store_id", "=", storeId)
    .where("name", "=", name)
    .execute();
}

async function bytesOf(db: Queries, storeId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom("product_images")
    .select((eb) => eb.fn.sum<number | string | null>("bytes").as("bytes"))
    .where("store_id", "=", storeId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** The images that a store's products have, or its own profile. */
async function usedNames(db: Queries, storeId: string): Promise<Set<string>> {
  const store = await db.selectFrom("stores").selectAll().where("id", "=", storeId).executeTakeFirst();
  const used = new Set(imageNamesIn(JSON.stringify(store), storeId));
  let after = -1;
  for (;;) {
    const rows = await db
      .selectFrom("products")
      .select(["position", "image_url", "images"])
      .where("store_id", "=", storeId)
      .where("position", ">", after)
      .orderBy("position")
      .limit(pageSize)
      .execute();
    for (const { image_url: main, images } of rows) {
      for (const name of imageNamesIn(`${main} ${images}`, storeId)) used.add(name);
    }
    after = rows.at(-1)?.position ?? after;
    if (rows.length < pageSize) return used;
  }
}
