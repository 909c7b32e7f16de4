import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Bench, type Benches, productReads, type Result, small, whileRunning } from "./bench.ts";
import { prepare } from "./data.ts";
import { ask, median, medianOf, medianRatio, type Round } from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";
import { startObservedShop } from "./servers/start.ts";

/** The processor time that telemetry adds, measured in short rounds with and without it. */
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
 * One request in a hundred is traced, and V8 optimises code after thousands of runs: tracing takes four times
 * as long after 20,000 requests as after 100,000, which a server reaches within minutes.
 */
const warmUpSeconds = 15;

/**
 * Each process is compared with itself. V8 compiles the same code differently in each process, which makes
 * more difference than telemetry.
 */
const processes = 3;

async function costOf(name: string, env: Record<string, string>, bench: Bench): Promise<Result> {
  const data = await prepare(`file:${bench.folder}/${Object.keys(env)[0]}.db`, small);
  const requests = productReads(data).map(traced);
  const costs: Cost[] = [];
  for (let n = 1; n <= processes; n++) {
    const server = await startObservedShop(data.databaseUrl, env);
    const side: Side = { name: `process ${n}`, server, requests };
    const progress = (line: string): void => bench.progress(`process ${n} of ${processes}, ${line}`);
    costs.push(await whileRunning([side], () => compare(side, { ...bench, progress })));
  }
  return {
    what: `what ${name} cost, by processor time`,
    figure: median(costs.map(({ percent }) => percent)),
    unit: "%",
    details: Object.fromEntries(costs.map(({ text }, n) => [`process ${n + 1}`, text])),
  };
}

interface Cost {
  percent: number;
  text: string;
}

/** Alternates telemetry on and off in one server, in rounds too short for the machine's other work to matter. */
async function compare(side: Side, { load, progress }: Bench): Promise<Cost> {
  const turned = async (isOn: boolean): Promise<Round> => {
    await side.server.observe(isOn);
    return ask(side, { ...load, secondsEach: 0.2 });
  };
  progress("compiling");
  await ask(side, { ...load, secondsEach: warmUpSeconds });
  const [off, on]: [Round[], Round[]] = [[], []];
  const rounds = 5 * load.rounds;
  for (let round = 1; round <= rounds; round++) {
    progress(`round ${round} of ${rounds}`);
    // Alternate which one comes first.
    if (round % 2 === 0) off.push(await turned(false));
    on.push(await turned(true));
    if (round % 2 === 1) off.push(await turned(false));
  }
  const by = "perCpuSecond";
  const percent = 100 * (medianRatio(off, on, by) - 1);
  const micros = (of: Round[]): string => `${(1e6 / medianOf(of, by)).toFixed(1)} µs`;
  return { percent, text: `${percent.toFixed(1)} %, ${micros(off)} without` };
}

/** Simulates a proxy that samples one trace in a hundred (W3C Trace Context). */
function traced(request: BenchRequest, n: number): BenchRequest {
  const id = (digits: number): string => (n + 1).toString(16).padStart(digits, "0");
  const flags = n % 100 === 0 ? "01" : "00";
  return { ...request, headers: { ...request.headers, traceparent: `00-${id(32)}-${id(16)}-${flags}` } };
}
