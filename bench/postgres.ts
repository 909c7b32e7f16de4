import { emptyPostgres } from "../test/helpers/data/test-database.ts";
import {
  auth,
  type Bench,
  type Benches,
  cartWrites,
  productReads,
  type Result,
  ratioOf,
  small,
  whileRunning,
} from "./bench.ts";
import { type BenchData, prepare } from "./data.ts";
import { askAtRate } from "./load/fixed-rate.ts";
import { ask, type Load, median } from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";
import { startBare, startShop } from "./servers/start.ts";

/**
 * Servers on PostgreSQL, each bench with its own database on the server at this address. Compared by the
 * servers' processor time, because PostgreSQL and the load generator share this machine.
 */
export function postgresBenches(server: string): Benches {
  return {
    postgresRead: (bench) =>
      onFresh(server, async (databaseUrl) => {
        const data = await prepare(databaseUrl, small);
        const shop = await startShop(databaseUrl);
        const requests = productReads(data).slice(0, 1);
        const [{ path = "" } = {}] = requests;
        const body = await (await fetch(`http://127.0.0.1:${shop.port}${path}`, auth(data))).text();
        const sides: Side[] = [
          { name: "PostgreSQL", server: shop, requests },
          { name: "bare Express", server: await startBare("express", body), requests },
        ];
        const { ratio, details } = await ratioOf(sides, bench, "perCpuSecond");
        const what = "one product on PostgreSQL ÷ bare Express, by processor time";
        return { what, figure: ratio, details };
      }),

    postgresWrite: (bench) =>
      onFresh(server, async (databaseUrl) => {
        const data = await prepare(databaseUrl, small);
        const requests = cartWrites(data);
        const sides: Side[] = [
          { name: "PostgreSQL", server: await startShop(databaseUrl), requests },
          { name: "Express echo", server: await startBare("echo"), requests },
        ];
        const { ratio, details } = await ratioOf(sides, bench, "perCpuSecond");
        const what = "a durable cart write on PostgreSQL ÷ Express echo, by processor time";
        return { what, figure: ratio, details };
      }),

    twoProcesses: (bench) => two(server, "one product", productReads, bench),
    twoProcessesWrite: (bench) => two(server, "a cart write", cartWrites, bench),
  };
}

/**
 * Measures whether a second process makes requests more expensive, at the same rate per process: faster requests
 * would share statements. The second process changes the same carts in another order.
 */
function two(
  server: string,
  what: string,
  requestsOf: (data: BenchData) => BenchRequest[],
  { load, progress }: Bench,
): Promise<Result> {
  return onFresh(server, async (databaseUrl) => {
    const requests = requestsOf(await prepare(databaseUrl, { products: 100, carts: 2000 }));
    const sides: Side[] = [
      { name: "process 1", server: await startShop(databaseUrl), requests },
      { name: "process 2", server: await startShop(databaseUrl), requests: shuffled(requests) },
    ];
    return whileRunning(sides, async () => {
      progress("warming up");
      let highest = 0;
      for (let n = 0; n < warmUps; n++) {
        for (const side of sides) highest = Math.max(highest, (await ask(side, load)).perSecond);
      }
      const perSecond = Math.round(highest * rateOfHighest);
      const rounds: { alone: number; both: number }[] = [];
      for (let round = 1; round <= load.rounds; round++) {
        progress(`round ${round} of ${load.rounds}`);
        const alone = await cpuMicroseconds(sides.slice(0, 1), perSecond, load);
        rounds.push({ alone, both: await cpuMicroseconds(sides, perSecond, load) });
      }
      const us = (key: "alone" | "both") => `${Math.round(median(rounds.map((round) => round[key])))} µs`;
      return {
        what: `${what} from two processes ÷ from one, by their processor time at ${perSecond}/s each`,
        figure: median(rounds.map(({ alone, both }) => (2 * alone) / both)),
        details: { alone: us("alone"), "beside another": us("both") },
      };
    });
  });
}

const warmUps = 3;

/** At this share of the highest rate, two cores suffice for both processes, PostgreSQL and the load. */
const rateOfHighest = 0.3;

/** The processor time per request in µs, at this rate for each process. */
async function cpuMicroseconds(
  sides: Side[],
  perSecond: number,
  { secondsEach, connections }: Load,
): Promise<number> {
  const seconds = Math.max(1, secondsEach);
  const cpuSeconds = async (): Promise<number> =>
    sum(await Promise.all(sides.map(({ server }) => server.cpuSeconds())));
  const before = await cpuSeconds();
  await Promise.all(sides.map((side) => askAtRate(side, { perSecond, seconds, connections })));
  return (((await cpuSeconds()) - before) * 1e6) / (perSecond * seconds * sides.length);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** In another order, the same in every run. */
function shuffled<T>(values: T[]): T[] {
  const step = 7919; // A prime that doesn't divide the number of values.
  return values.map((_, n) => values[(n * step) % values.length] as T);
}

async function onFresh<T>(server: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const database = await emptyPostgres(server);
  try {
    return await work(database.url);
  } finally {
    await database.drop();
  }
}
