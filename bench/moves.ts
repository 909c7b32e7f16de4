import { openEngine } from "../server/database/database.ts";
import { moveStore } from "../server/database/transfer/move-store.ts";
import { emptyPostgres } from "../test/helpers/data/test-database.ts";
import type { Bench, Result } from "./bench.ts";
import { fillForGrowth } from "./growth.ts";

const sizes = [1_000, 10_000, 100_000, 1_000_000];

/** Measures for how long `db copy --store` keeps a store read-only, between two databases of a PostgreSQL server. */
export function movesBench(
  server: string,
  { isQuick }: { isQuick: boolean },
): (bench: Bench) => Promise<Record<string, Result>> {
  return async ({ progress }) => {
    const results: Record<string, Result> = {};
    for (const rows of isQuick ? sizes.slice(0, 2) : sizes) {
      progress(`a store with ${rows.toLocaleString("en")} orders`);
      const [source, target] = [await emptyPostgres(server), await emptyPostgres(server)];
      try {
        await fillForGrowth(source.url, { stores: 10, rows }, Date.now());
        results[`move ${rows}`] = await measureMove(source.url, target.url);
      } finally {
        await Promise.all([source.drop(), target.drop()]);
      }
    }
    return results;
  };
}

async function measureMove(sourceUrl: string, targetUrl: string): Promise<Result> {
  const [from, to] = [await openEngine(sourceUrl), await openEngine(targetUrl)];
  try {
    await to.migrate();
    const { slug } = await from.read
      .selectFrom("stores")
      .select("slug")
      .where("id", "=", "stores_0")
      .executeTakeFirstOrThrow();
    const start = performance.now();
    let copiedAt = start;
    const tables = await moveStore(from, to, slug, { progress: () => (copiedAt = performance.now()) });
    const end = performance.now();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return {
      what: `until a store with ${rows.toLocaleString("en")} rows can be written again`,
      figure: end - start,
      unit: "ms",
      details: {
        "copied after": `${((copiedAt - start) / 1000).toFixed(1)} s`,
        "compared and deleted after": `${((end - start) / 1000).toFixed(1)} s`,
      },
    };
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}
