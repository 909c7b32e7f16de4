import { fileURLToPath } from "node:url";
import { type Bench, type Benches, type Result, whileRunning } from "./bench.ts";
import { keepBusy } from "./load/keep-busy.ts";
import { measure, median, type Round } from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";
import { start, startBare } from "./servers/start.ts";

const spec = fileURLToPath(new URL("../examples/any-server/openapi.yaml", import.meta.url));
const notes = Array.from({ length: 10 }, (_, n) => ({ id: 10 - n, text: "Water the plants.", done: n > 4 }));
const requests: BenchRequest[] = [{ method: "GET", path: "/notes?limit=10" }];

/** A number and not a time: on a busy machine, a second has too few for V8 to compile what is used often. */
const warmUpRequests = 20_000;

/** The processor time that checking adds to passing a list of ten rows on. */
export const proxyBenches: Benches = {
  proxy: async (bench: Bench): Promise<Result> => {
    const upstream = await startBare("http", JSON.stringify(notes));
    const to = `http://127.0.0.1:${upstream.port}`;
    const servers: Pick<Side, "server">[] = [{ server: upstream }];
    return whileRunning(servers, async () => {
      const args = ["proxy", "--spec", spec, "--to", to, "--port", "0"];
      const ours = await start({
        module: new URL("../toolkit/cli/bin/counterpart.ts", import.meta.url),
        args,
      });
      servers.unshift({ server: ours });
      const plain = await start({ module: new URL("servers/plain-proxy.ts", import.meta.url), args: [to] });
      servers.unshift({ server: plain });
      return compare(
        { name: "counterpart proxy", server: ours, requests },
        { name: "plain proxy", server: plain, requests },
        bench,
      );
    });
  },
};

async function compare(ours: Side, plain: Side, { load, progress }: Bench): Promise<Result> {
  for (const side of [ours, plain]) {
    progress(`${side.name}, compiling`);
    await keepBusy(side, load.connections, new AbortController().signal, warmUpRequests);
  }
  const [checked = [], passed = []] = await measure([ours, plain], load, progress);
  const differences = checked.map((round, n) => cpuMs(round) - cpuMs(passed[n]));
  return {
    what: "what `counterpart proxy` costs a request beyond a plain proxy, by processor time",
    figure: median(differences),
    bound: { atMost: 0.15 },
    unit: "ms",
    details: {
      [ours.name]: `${median(checked.map(cpuMs)).toFixed(3)} ms`,
      [plain.name]: `${median(passed.map(cpuMs)).toFixed(3)} ms`,
    },
  };
}

/** Processor time of a request. */
function cpuMs(round: Round | undefined): number {
  return 1000 / (round?.perCpuSecond ?? Number.NaN);
}
