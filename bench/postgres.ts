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
import { prepare } from "./data.ts";
import { ask, median, type Round } from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";
import { startBare, startShop } from "./servers/start.ts";

/**
 * Servers on PostgreSQL, with a database of their own on the server at this address. By the servers' processor time:
 * PostgreSQL and the load take their share of this machine, which they wouldn't do to a server of its own.
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
        return { what, figure: ratio, bound: { atLeast: 1 }, details };
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
        return { what, figure: ratio, bound: { atLeast: 0.5 }, details };
      }),

    twoProcesses: (bench) => two(server, "one product", productReads, bench),
    twoProcessesWrite: (bench) => two(server, "a cart write", cartWrites, bench),
  };
}

/** Whether a request costs a process more beside another. */
function two(
  server: string,
  what: string,
  requestsOf: (data: Awaited<ReturnType<typeof prepare>>) => BenchRequest[],
  bench: Bench,
): Promise<Result> {
  return onFresh(server, async (databaseUrl) => {
    const data = await prepare(databaseUrl, small);
    const requests = requestsOf(data);
    const sides: Side[] = [
      { name: "process 1", server: await startShop(databaseUrl), requests },
      { name: "process 2", server: await startShop(databaseUrl), requests },
    ];
    const ratios: number[] = [];
    const clock: number[] = [];
    await whileRunning(sides, async () => {
      for (let round = 0; round <= bench.load.rounds; round++) {
        bench.progress(round === 0 ? "warming up" : `round ${round} of ${bench.load.rounds}`);
        const alone = await together(sides.slice(0, 1), bench);
        const both = await together(sides, bench);
        if (round === 0) continue;
        ratios.push((2 * both.perCpuSecond) / alone.perCpuSecond);
        clock.push(both.perSecond / alone.perSecond);
      }
    });
    return {
      what: `${what} from two processes ÷ from one, by their processor time`,
      figure: median(ratios),
      bound: { atLeast: 1.9 },
      details: { "by the clock, on the cores that load and database leave": median(clock).toFixed(2) },
    };
  });
}

/** What these processes do together in one round. */
async function together(sides: Side[], { load }: Bench): Promise<Round> {
  const rounds = await Promise.all(sides.map((side) => ask(side, load)));
  const perSecond = rounds.reduce((sum, round) => sum + round.perSecond, 0);
  const cpuSeconds = rounds.reduce((sum, round) => sum + round.perSecond / round.perCpuSecond, 0);
  return { perSecond, perCpuSecond: perSecond / cpuSeconds };
}

async function onFresh<T>(server: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const database = await emptyPostgres(server);
  try {
    return await work(database.url);
  } finally {
    await database.drop();
  }
}
