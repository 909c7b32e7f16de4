import { emptyPostgres } from "../test/helpers/data/test-database.ts";
import { auth, type Bench, type Benches, type Result, small, whileRunning } from "./bench.ts";
import { type BenchData, prepare } from "./data.ts";
import { type Measure, measure, medianRatio } from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";
import { type Running, startShop } from "./servers/start.ts";

const many = 100_000;

/** Product pages of a large and a small store. */
export const listBenches: Benches = {
  pages: async (bench) =>
    pages(bench, [`file:${bench.folder}/many.db`, `file:${bench.folder}/few.db`], "perCpuSecond"),
};

/** By wall time, because PostgreSQL does most of the work. */
export function postgresListBenches(server: string): Benches {
  return {
    postgresPages: async (bench) => {
      const databases = [await emptyPostgres(server), await emptyPostgres(server)];
      try {
        return await pages(
          bench,
          databases.map(({ url }) => url),
          "perSecond",
        );
      } finally {
        for (const database of databases) await database.drop();
      }
    },
  };
}

/** The queries of each bench, one or several. Pages have 24 products, which both stores can fill. */
const queries: Record<string, (data: BenchData) => string[]> = {
  first: () => [""],
  "in the middle": ({ productIds }) => [`&after=${productIds[Math.floor(productIds.length * 0.7)]}`],
  "category and type": () => ["&category=Prints&type=physical"],
  "words of all": () => ["&q=hand+cotton"],
  "words of all, in the middle": ({ productIds }) => [
    `&q=hand+cotton&after=${productIds[Math.floor(productIds.length * 0.7)]}`,
  ],
  "beginnings of words of all": () => ["&q=p+produc+ha"],
  // No other number has this prefix.
  "words of one": ({ size }) =>
    Array.from({ length: 50 }, (_, n) => `&q=product+${Math.floor(size * 0.4) + n}`),
};

async function pages(bench: Bench, urls: string[], by: Measure): Promise<Result> {
  const stores: { data: BenchData; server: Running }[] = [];
  for (const [index, products] of [many, small.products].entries()) {
    bench.progress(`filling a database with ${products.toLocaleString("en")} products`);
    const data = await prepare(urls[index] ?? "", { products, carts: 1 });
    stores.push({ data, server: await startShop(data.databaseUrl) });
  }
  const load = { ...bench.load, rounds: 3, secondsEach: Math.min(bench.load.secondsEach, 1) };
  const costs: Record<string, number> = {};
  await whileRunning(stores, async () => {
    for (const [name, queriesOf] of Object.entries(queries)) {
      const sides: Side[] = stores.map(({ data, server }) => ({
        name: `${name} of ${data.size.toLocaleString("en")}`,
        server,
        requests: queriesOf(data).map(
          (query): BenchRequest => ({
            method: "GET",
            path: `/v1/products?limit=24${query}`,
            ...auth(data),
          }),
        ),
      }));
      const [large, little] = await measure(sides, load, bench.progress);
      costs[name] = 1 / medianRatio(large, little, by);
    }
  });
  return {
    what: "a page of 24 of 100,000 products costs, × one of 100 (the worst of several)",
    figure: Math.max(...Object.values(costs)),
    details: Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, cost.toFixed(2)])),
  };
}
