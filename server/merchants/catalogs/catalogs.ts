import type { ArrayPart, ArrayParts } from "@counterpart/server";
import { ApiError, unavailable } from "@counterpart/server/errors";
import { fairCalls } from "../../database/concurrency/fair-calls.ts";
import type { Database } from "../../database/database.ts";
import type { CatalogSnapshot, CatalogStore } from "../../database/queries/products/catalogs.ts";
import type { CatalogLimits } from "../../domain/catalog-limits.ts";
import type { Product } from "../../domain/product.ts";
import type { Slices } from "./slices.ts";

export interface Catalog {
  store: CatalogStore;
  /** Those on sale, in the merchant's order. Made of parts: it can only be sent. */
  products: Product[];
}

export interface Catalogs {
  /**
   * The store and its products on sale at one moment; the same object while nothing changes.
   * @returns undefined when there is no such store
   * @throws CONFLICT when the catalog is larger than its limits
   */
  read(storeId: string): Promise<Catalog | undefined>;
}

export interface CatalogParts {
  database: Pick<Database, "catalogs">;
  products: ArrayParts<Product>;
  slices: Slices;
  limits: CatalogLimits;
}

/** By their place in the merchant's order. */
type Groups = Map<number, { signature: string; part: ArrayPart }>;

interface Kept {
  /** The last change that it contains. */
  change: number;
  catalog: Catalog | "gone" | "too large";
  groups: Groups;
  bytes: number;
}

/** Products that are read and checked in about a slice. Stores with more take turns. */
const fewProducts = 500;
/** The parts of the catalogs that were read most recently, besides the last. */
const maxKeptBytes = 256 * 1024 ** 2;

/**
 * Reads catalogs in slices and keeps them. After a change of a store, only the groups with changed products are read, validated
 * and serialised again. A store's catalog is read once at a time, and two large ones at a time in the process.
 */
export function createCatalogs({ database: { catalogs }, products, slices, limits }: CatalogParts): Catalogs {
  /** By store, the one that was used last at the end. */
  const kept = new Map<string, Kept>();
  const reading = new Map<string, Promise<Kept>>();
  const inLargeRead = fairCalls({
    maxRunning: 2,
    maxWaitingPerGroup: 1,
    maxWaiting: 100,
    timeoutMs: 60_000,
    refusal: () => unavailable("Too many catalogs are being read right now. Try again in a minute."),
  });

  function keep(storeId: string, one: Kept): void {
    kept.delete(storeId);
    kept.set(storeId, one);
    let bytes = [...kept.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldest, each] of kept) {
      if (bytes <= maxKeptBytes || oldest === storeId) return;
      kept.delete(oldest);
      bytes -= each.bytes;
    }
  }

  async function readOnce(storeId: string): Promise<Kept> {
    const isLarge = await catalogs.isLarger(storeId, fewProducts);
    const read = async () => {
      const { latest: change, ofAny } = await catalogs.changesOf(storeId);
      const before = kept.get(storeId);
      // A version that doesn't name stores doesn't change `write_id` either.
      const known = before && before.change >= ofAny ? before : undefined;
      const after = await catalogs.read(storeId, (snapshot) => readSnapshot(storeId, snapshot, known));
      const one = { ...after, change };
      keep(storeId, one);
      return one;
    };
    return isLarge ? inLargeRead(storeId, read) : read();
  }

  async function readSnapshot(
    storeId: string,
    snapshot: CatalogSnapshot,
    known: Kept | undefined,
  ): Promise<Omit<Kept, "change">> {
    const store = await snapshot.store();
    if (!store) return { catalog: "gone", groups: new Map(), bytes: 0 };
    const tooLarge = { catalog: "too large", groups: new Map(), bytes: 0 } as const;
    const found: { at: number; signature: string }[] = [];
    let count = 0;
    for await (const group of snapshot.groups()) {
      found.push(group);
      count += group.count;
      if (count > limits.maxProducts) return tooLarge;
      await slices.next(storeId);
    }
    const groups: Groups = new Map();
    let bytes = 0;
    for (const { at, signature } of found) {
      const same = known?.groups.get(at);
      const group =
        same?.signature === signature ? same : { signature, part: await readPart(storeId, snapshot, at) };
      groups.set(at, group);
      bytes += group.part.text.length;
      if (bytes > limits.maxBytes) return tooLarge;
    }
    const isSame = known && isSameStore(known.catalog, store) && haveSameParts(known.groups, groups);
    if (isSame) return known;
    const parts = [...groups.values()].map(({ part }) => part);
    return { catalog: { store, products: products.array(parts) }, groups, bytes };
  }

  async function readPart(storeId: string, snapshot: CatalogSnapshot, at: number): Promise<ArrayPart> {
    await slices.next(storeId);
    return products.check(await snapshot.products(at), () => slices.next(storeId));
  }

  return {
    async read(storeId) {
      const { latest } = await catalogs.changesOf(storeId);
      let one = kept.get(storeId);
      // What is being read may not contain the change; what is read next does.
      while (!one || one.change < latest) {
        let read = reading.get(storeId);
        if (!read) {
          read = readOnce(storeId).finally(() => reading.delete(storeId));
          reading.set(storeId, read);
        }
        one = await read;
      }
      const newest = kept.get(storeId);
      if (newest && kept.delete(storeId)) kept.set(storeId, newest);
      if (one.catalog === "too large") throw tooLarge();
      return one.catalog === "gone" ? undefined : one.catalog;
    },
  };
}

const tooLarge = () =>
  new ApiError(
    "CONFLICT",
    "The store sells too many products for one response. Read them in pages with listProducts: GET /v1/products?limit=100.",
  );

function isSameStore(catalog: Kept["catalog"], store: CatalogStore): boolean {
  return typeof catalog === "object" && JSON.stringify(catalog.store) === JSON.stringify(store);
}

function haveSameParts(some: Groups, others: Groups): boolean {
  return some.size === others.size && [...others].every(([at, { part }]) => some.get(at)?.part === part);
}
