import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { openDatabase } from "../server/database/database.ts";
import { type Benches, productReads, small, whileRunning } from "./bench.ts";
import { prepare } from "./data.ts";
import { askAtRate, type Latencies } from "./load/fixed-rate.ts";
import { ask, median } from "./load/measure.ts";
import type { CatalogReading } from "./load/read-catalog.ts";
import type { Side } from "./load/request.ts";
import { startShop } from "./servers/start.ts";

const many = 100_000;
/** Of product reads of another store. */
const rate = { perSecond: 200, seconds: 10, connections: 20 };

/** What others wait while a large catalog is read after each change. */
export const catalogBenches: Benches = {
  catalog: async ({ folder, load, progress }) => {
    const databaseUrl = `file:${folder}/catalog.db`;
    progress(`filling a database with ${many.toLocaleString("en")} products`);
    const large = await prepare(databaseUrl, { products: many, carts: 0 });
    const other = await prepare(databaseUrl, small);
    const key = await keyForChanges(databaseUrl, large.key);
    const server = await startShop(databaseUrl);
    const side: Side = { name: "Counterpart", server, requests: productReads(other) };
    const reading: CatalogReading = { port: server.port, key, productIds: large.productIds };
    return whileRunning([side], async () => {
      progress("warming up");
      await ask(side, load);
      const alone: Latencies[] = [];
      const beside: Latencies[] = [];
      const readings: number[] = [];
      const memory = [await server.memoryMb()];
      for (let round = 1; round <= 3; round++) {
        progress(`round ${round} of 3, without catalogs`);
        alone.push(await askAtRate(side, rate));
        progress(`round ${round} of 3, with catalogs`);
        const worker = readCatalogs(reading, (ms) => void readings.push(ms));
        beside.push(await Promise.race([askAtRate(side, rate), worker.failed]));
        await worker.end();
      }
      memory.push(await server.memoryMb());
      progress("the longest hold");
      await server.watchHolds();
      let left = 5;
      const { promise: isRead, resolve } = Promise.withResolvers<void>();
      const worker = readCatalogs(reading, () => --left === 0 && resolve());
      await Promise.race([isRead, worker.failed]);
      const hold = await server.holdMs();
      await worker.end();
      const ms = (value: number): string => `${value.toFixed(1)} ms`;
      const [p99, p99Beside] = [alone, beside].map((all) => median(all.map(({ p99 }) => p99))) as [
        number,
        number,
      ];
      const [first = 0, ...later] = readings;
      return {
        what: "the 99th percentile of another store's requests while a catalog of 100,000 is read after each change ÷ otherwise",
        figure: p99Beside / p99,
        bound: { atMost: 2 },
        details: {
          "99 %": `${ms(p99)} and ${ms(p99Beside)}`,
          "longest hold of the event loop": `${ms(hold)} of processor time`,
          "first reading": ms(first),
          [`median of ${later.length} after a change`]: ms(median(later)),
          memory: memory.map((mb) => `${Math.round(mb)} MB`).join(" to "),
        },
      };
    });
  },
};

/** Reads catalogs in a thread, so that receiving them doesn't delay this process. */
function readCatalogs(workerData: CatalogReading, onRead: (ms: number) => void) {
  const worker = new Worker(new URL("load/read-catalog.ts", import.meta.url), { workerData });
  worker.on("message", onRead);
  const failed = once(worker, "exit").then(() => {
    throw new Error("Reading catalogs has ended.");
  });
  failed.catch(() => {});
  return { failed, end: () => worker.terminate() };
}

async function keyForChanges(databaseUrl: string, key: string): Promise<string> {
  const database = await openDatabase(databaseUrl, Date.now);
  try {
    const { storeId = "" } = (await database.keys.identify(key)) ?? {};
    return (await database.keys.create({ storeId, label: "changes", scopes: ["storefront", "catalog"] })).key;
  } finally {
    await database.close();
  }
}
