import { setTimeout as pause } from "node:timers/promises";
import { demoKey } from "../server/development/development.ts";
import { startCommand } from "../test/helpers/processes/start-command.ts";
import { auth, type Benches, cartWrites, productReads, small, whileRunning } from "./bench.ts";
import { prepare } from "./data.ts";
import { firstAnswer, freePort, launch } from "./launch.ts";
import { keepBusy } from "./load/keep-busy.ts";
import type { BenchRequest } from "./load/request.ts";
import { startShop } from "./servers/start.ts";

/** Whole processes, with Node's flags from `npm start`. */
export const processBenches: Benches = {
  /** The demo, from process start to first response, and once through npm as people start it. */
  shopStart: async ({ folder, load, progress }) => {
    const startBy = (command: string[]) => async (): Promise<Starting> => {
      const env = { PORT: String(await freePort()), DATABASE_URL: `file:${folder}/start.db` };
      const url = `http://127.0.0.1:${env.PORT}/v1/catalog`;
      return { command, env, url, headers: { Authorization: `Bearer ${demoKey}` } };
    };
    const [first = 0, ...later] = await startTimes(load.rounds, progress, startBy(startCommand()));
    const [byNpm = 0] = await startTimes(0, progress, startBy(["npm", "start"]));
    return {
      what: "from the start of the process to its first answer, the slowest of several",
      figure: Math.max(...later),
      bound: { atMost: 1500 },
      unit: "ms",
      details: { "with an empty database": `${first} ms`, "by `npm start`": `${byNpm} ms` },
    };
  },

  /** The mock, from the command to its first response. */
  mockStart: async ({ load, progress }) => {
    const [first = 0, ...later] = await startTimes(load.rounds, progress, async () => {
      const MOCK_PORT = String(await freePort());
      const url = `http://127.0.0.1:${MOCK_PORT}/v1/catalog`;
      return {
        command: ["npm", "run", "mock"],
        env: { MOCK_PORT },
        url,
        headers: { Authorization: "Bearer any" },
      };
    });
    return {
      what: "from `npm run mock` to the first answer, the slowest of several",
      figure: Math.max(...later),
      unit: "ms",
      details: { "the first time": `${first} ms` },
    };
  },

  /** The memory of a production process under reads and writes. */
  memory: async ({ folder, load, progress }) => {
    const data = await prepare(`file:${folder}/memory.db`, small);
    const reads: BenchRequest[] = productReads(data);
    const writes = cartWrites(data);
    const list: BenchRequest = { method: "GET", path: "/v1/products", ...auth(data) };
    const requests = reads.flatMap((read, n) => [read, writes[n] ?? read, list]);
    progress("the first start, which compiles the sources for those after it");
    await (await startShop(data.databaseUrl)).stop();
    const server = await startShop(data.databaseUrl);
    const million = 1_000_000;
    const memory = { "at the start": await server.memoryMb(), "20 s later": 0, "after 500,000": 0 };
    progress("no request for 20 s");
    await pause(20_000);
    memory["20 s later"] = await server.memoryMb();
    const after = await whileRunning([{ server }], async () => {
      let asked = 0;
      for (let part = 1; part <= 10; part++) {
        progress(`${asked.toLocaleString("en")} of 1,000,000 requests`);
        const side = { name: "Counterpart", server, requests };
        asked += await keepBusy(side, load.connections, new AbortController().signal, million / 10);
        if (part === 5) memory["after 500,000"] = await server.memoryMb();
      }
      return server.memoryMb();
    });
    return {
      what: "resident after a million requests",
      figure: after,
      bound: { atMost: 190 },
      unit: "MB",
      details: Object.fromEntries(Object.entries(memory).map(([when, mb]) => [when, `${Math.round(mb)} MB`])),
    };
  },
};

interface Starting {
  command: string[];
  env: Record<string, string>;
  /** The URL of the first request. */
  url: string;
  headers: Record<string, string>;
}

/** Milliseconds from the command to the first response: one first start, then `rounds` more. */
async function startTimes(
  rounds: number,
  progress: (line: string) => void,
  prepareStart: () => Promise<Starting>,
): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n <= rounds; n++) {
    progress(n === 0 ? "the first time" : `start ${n} of ${rounds}`);
    const { command, env, url, headers } = await prepareStart();
    const [program = "", ...args] = command;
    const startedAt = performance.now();
    const { end } = launch(program, args, env);
    await firstAnswer(url, headers);
    took.push(Math.round(performance.now() - startedAt));
    await end();
  }
  return took;
}
