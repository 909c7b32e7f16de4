import { emptyPostgres } from "../test/helpers/data/test-database.ts";
import { type Bench, cartWrites, productReads, type Result, ratioOf, small } from "./bench.ts";
import { prepare } from "./data.ts";
import { type BenchRequest, keepBusy, type Running, type Side, start } from "./sides.ts";

/** Servers on PostgreSQL, with a database of their own on the server at this address. */
export function postgresBenches(server: string): Record<string, (bench: Bench) => Promise<Result>> {
  return {
    postgresRead: (bench) =>
      onFresh(server, async (databaseUrl) => {
        const data = await prepare(databaseUrl, small);
        const embedded = await prepare(`file:${bench.folder}/beside-postgres.db`, small);
        const onPostgres = await start("./ours.ts", { databaseUrl });
        const onFile = await start("./ours.ts", { databaseUrl: embedded.databaseUrl });
        const sides: Side[] = [
          { name: "PostgreSQL", port: onPostgres.port, requests: productReads(data) },
          { name: "embedded", port: onFile.port, requests: productReads(embedded) },
        ];
        const { ratio, details } = await ratioOf(sides, [onPostgres, onFile], bench);
        const what = "one product, PostgreSQL ÷ embedded";
        return { what, figure: ratio, bound: { atLeast: 0.9 }, details };
      }),

    postgresWrite: (bench) =>
      onFresh(server, async (databaseUrl) => {
        const data = await prepare(databaseUrl, small);
        const onPostgres = await start("./ours.ts", { databaseUrl });
        const echo = await start("./bare.ts", { kind: "echo", body: "" });
        const requests = cartWrites(data);
        const sides: Side[] = [
          { name: "PostgreSQL", port: onPostgres.port, requests },
          { name: "Express echo", port: echo.port, requests },
        ];
        const { ratio, details } = await ratioOf(sides, [onPostgres, echo], bench);
        const what = "a durable cart write on PostgreSQL ÷ Express echo";
        return { what, figure: ratio, bound: { atLeast: 0.2 }, details };
      }),

    // On a machine with two cores, the load generator and PostgreSQL take their share, so wall-clock time shows
    // less than two processes would do on their own cores. Their processor time shows whether a request costs more
    // beside another.
    twoProcesses: (bench) =>
      onFresh(server, async (databaseUrl) => {
        const data = await prepare(databaseUrl, small);
        const requests = productReads(data);
        const running = [
          await start("./ours.ts", { databaseUrl }),
          await start("./ours.ts", { databaseUrl }),
        ];
        try {
          const one: Work[] = [];
          const two: Work[] = [];
          for (let round = 0; round <= bench.load.rounds; round++) {
            bench.progress(round === 0 ? "warming up" : `round ${round} of ${bench.load.rounds}`);
            const [alone, together] = [
              await work(running.slice(0, 1), requests, bench),
              await work(running, requests, bench),
            ];
            if (round > 0) one.push(alone);
            if (round > 0) two.push(together);
          }
          const best = (rounds: Work[], key: keyof Work) => Math.max(...rounds.map((round) => round[key]));
          const byClock = best(two, "perSecond") / best(one, "perSecond");
          return {
            what: "one product from two processes ÷ from one, by their time on the processor",
            figure: (2 * best(two, "perCpuSecond")) / best(one, "perCpuSecond"),
            bound: { atLeast: 1.7 },
            details: {
              "two processes": `${Math.round(best(two, "perSecond"))}/s`,
              "one process": `${Math.round(best(one, "perSecond"))}/s`,
              "by the clock, on the cores that load and database leave": byClock.toFixed(2),
            },
          };
        } finally {
          for (const server of running) await server.stop();
        }
      }),
  };
}

interface Work {
  perSecond: number;
  perCpuSecond: number;
}

/** The result of these processes together in one round. */
async function work(running: Running[], requests: BenchRequest[], { load }: Bench): Promise<Work> {
  const used = async () =>
    (await Promise.all(running.map((one) => one.cpuSeconds()))).reduce((a, b) => a + b, 0);
  const before = await used();
  const signal = AbortSignal.timeout(load.secondsEach * 1000);
  const answered = await Promise.all(
    running.map(({ port }, n) =>
      keepBusy({ name: `process ${n + 1}`, port, requests }, load.connections, signal),
    ),
  );
  const all = answered.reduce((a, b) => a + b, 0);
  return { perSecond: all / load.secondsEach, perCpuSecond: all / ((await used()) - before) };
}

async function onFresh<T>(server: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const database = await emptyPostgres(server);
  try {
    return await work(database.url);
  } finally {
    await database.drop();
  }
}
