import { auth, type Benches, cartWrites, productReads, small, whileRunning } from "./bench.ts";
import { prepare } from "./data.ts";
import { askAtRate, type Latencies } from "./load/fixed-rate.ts";
import { ask, type Load, median, medianOf } from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";
import { startBare, startShop } from "./servers/start.ts";

/** Request latency of one process on the embedded database. */
export const latencyBenches: Benches = {
  p99: async ({ folder, load: { connections }, progress }) => {
    const load: Load = { rounds: 5, secondsEach: 3, connections };
    const data = await prepare(`file:${folder}/p99.db`, small);
    const requests = productReads(data);
    const ours: Side = { name: "Counterpart", server: await startShop(data.databaseUrl), requests };
    const bare: Side = { name: "bare Express", server: await startBare("express", "{}"), requests };
    return whileRunning([ours, bare], async () => {
      progress("the highest rate");
      await ask(ours, load);
      const highest = medianOf(
        [await ask(ours, load), await ask(ours, load), await ask(ours, load)],
        "perSecond",
      );
      const rate = { perSecond: highest / 2, seconds: 2 * load.secondsEach, connections };
      const rounds: Latencies[] = [];
      for (let round = 1; round <= load.rounds; round++) {
        progress(`round ${round} of ${load.rounds}`);
        rounds.push(await askAtRate(ours, rate));
      }
      const beside = await askAtRate(bare, rate);
      const ms = (value: number): string => `${value.toFixed(1)} ms`;
      return {
        what: "the 99th percentile of product reads at half of the highest rate",
        figure: median(rounds.map(({ p99 }) => p99)),
        unit: "ms",
        details: {
          rate: `${Math.round(rate.perSecond)}/s`,
          median: ms(median(rounds.map(({ p50 }) => p50))),
          longest: ms(Math.max(...rounds.map(({ max }) => max))),
          "bare Express at that rate, 99 %": ms(beside.p99),
        },
      };
    });
  },

  eventLoop: async ({ folder, load, progress }) => {
    const data = await prepare(`file:${folder}/event-loop.db`, small);
    const writes = cartWrites(data);
    const list: BenchRequest = { method: "GET", path: "/v1/products", ...auth(data) };
    const requests = productReads(data).flatMap((read, n) => [read, writes[n] ?? read, list]);
    const side: Side = { name: "Counterpart", server: await startShop(data.databaseUrl), requests };
    return whileRunning([side], async () => {
      progress("warming up");
      await ask(side, load);
      await side.server.watchDelay();
      progress("a minute of reads and writes");
      const { perSecond } = await ask(side, { ...load, secondsEach: 60 });
      return {
        what: "the longest delay of the event loop in a minute of reads and writes",
        figure: await side.server.delayMs(),
        unit: "ms",
        details: { load: `${Math.round(perSecond)}/s` },
      };
    });
  },
};
