import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Bench, type Benches, productReads, type Result, small, whileRunning } from "./bench.ts";
import { prepare } from "./data.ts";
import { ask, measure, median, medianOf, medianRatio, type Round } from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";
import { startShop } from "./servers/start.ts";

/** What it costs to observe the server: processor time with, against processor time without, in very short rounds. */
export const telemetryBenches: Benches = {
  metrics: (bench) => costOf("metrics", { METRICS_PORT: "0" }, bench),

  traces: async (bench) => {
    const collector = createServer((req, res) => req.resume().on("end", () => res.end()));
    let exports = 0;
    collector.on("request", () => exports++).listen(0, "127.0.0.1");
    await once(collector, "listening");
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    try {
      const result = await costOf(
        "traces of 1 % of the requests",
        { OTEL_EXPORTER_OTLP_ENDPOINT: url },
        bench,
      );
      if (exports === 0) throw new Error("No trace has reached the collector.");
      return result;
    } finally {
      collector.closeAllConnections();
      collector.close();
    }
  },
};

/**
 * One request in a hundred is traced, and V8 compiles what has run thousands of times: after 20,000 requests tracing takes four
 * times as long as after 100,000, which a server has behind it in its first minutes.
 */
const warmUpSeconds = 15;

/** V8 compiles the same code differently from one process to the next, which alone makes a few percent. */
const processesEach = 3;

async function costOf(name: string, env: Record<string, string>, bench: Bench): Promise<Result> {
  const data = await prepare(`file:${bench.folder}/${Object.keys(env)[0]}.db`, small);
  const requests = productReads(data).map(traced);
  const sides: Side[] = [];
  for (let n = 0; n < processesEach; n++) {
    for (const [name, more] of [
      ["without", {}],
      ["with", env],
    ] as const) {
      const server = await startShop(data.databaseUrl, { METRICS_PORT: "", ...more });
      sides.push({ name: `${name}, process ${n + 1}`, server, requests });
    }
  }
  // A few percent are less than what the machine does between two long rounds.
  const load = { ...bench.load, rounds: 10 * bench.load.rounds, secondsEach: 0.1 };
  const rounds = await whileRunning(sides, async () => {
    for (const side of sides) {
      bench.progress(`${side.name}, compiling`);
      await ask(side, { ...load, secondsEach: warmUpSeconds });
    }
    return measure(sides, load, bench.progress);
  });
  const by = "perCpuSecond";
  const without = rounds.filter((_, n) => n % 2 === 0);
  const withIt = rounds.filter((_, n) => n % 2 === 1);
  const ratios = without.flatMap((one) => withIt.map((other) => medianRatio(one, other, by)));
  const micros = (of: Round[][]): string =>
    of.map((one) => `${(1e6 / medianOf(one, by)).toFixed(1)} µs`).join(" · ");
  return {
    what: `what ${name} cost, by processor time`,
    figure: 100 * (median(ratios) - 1),
    bound: { atMost: 3 },
    unit: "%",
    details: { without: micros(without), with: micros(withIt) },
  };
}

/** As behind a proxy that samples one trace in a hundred (W3C Trace Context). */
function traced(request: BenchRequest, n: number): BenchRequest {
  const id = (digits: number): string => (n + 1).toString(16).padStart(digits, "0");
  const flags = n % 100 === 0 ? "01" : "00";
  return { ...request, headers: { ...request.headers, traceparent: `00-${id(32)}-${id(16)}-${flags}` } };
}
