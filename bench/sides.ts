import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { startCommand } from "../test/helpers/processes/start-command.ts";

export interface BenchRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A server under load, and the requests that it gets in turn. */
export interface Side {
  name: string;
  port: number;
  requests: BenchRequest[];
}

export interface Running {
  port: number;
  /** The processor time that it has used so far. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a server in a process of its own, with Node's flags of `npm start`; the module reports its port once it
 * listens.
 */
export async function start(module: string, settings: unknown): Promise<Running> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [JSON.stringify(settings)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: startCommand().slice(1, -1),
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (told: { port: number }) => resolve(told.port));
    child.once("exit", (code) => reject(new Error(`${module} ended with ${code}.`)));
  });
  return {
    port,
    async cpuSeconds() {
      const told = once(child, "message");
      child.send("cpu");
      const [{ user, system }] = await told;
      return (user + system) / 1e6;
    },
    async stop() {
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export interface Load {
  rounds: number;
  secondsEach: number;
  connections: number;
}

/**
 * Requests per second of each side, measured in turn, round after round, so that noise of the machine affects all
 * sides. The best round of each counts, since noise only slows down.
 */
export async function measure(
  sides: Side[],
  load: Load,
  progress: (line: string) => void,
): Promise<number[]> {
  const best = sides.map(() => 0);
  for (let round = 0; round <= load.rounds; round++) {
    for (const [index, side] of sides.entries()) {
      progress(`${side.name}, ${round === 0 ? "warming up" : `round ${round} of ${load.rounds}`}`);
      const perSecond = await ask(side, load);
      if (round > 0) best[index] = Math.max(best[index] ?? 0, perSecond);
    }
  }
  return best;
}

/** Keeps every connection busy for some seconds. Returns how many requests a second were answered. */
async function ask(side: Side, { connections, secondsEach }: Load): Promise<number> {
  const over = new AbortController();
  const startedAt = performance.now();
  const asking = keepBusy(side, connections, over.signal);
  await pause(secondsEach * 1000);
  over.abort();
  const seconds = (performance.now() - startedAt) / 1000;
  return (await asking) / seconds;
}

/**
 * Keeps every connection busy with one request at a time, until it is aborted or has sent this many.
 * Returns how many were answered. Throws when a response isn't 2xx.
 */
export async function keepBusy(
  { name, port, requests }: Side,
  connections: number,
  signal: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  const over = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => over.resolve());
  let asked = 0;
  let answered = 0;
  function next(): void {
    const request = requests[asked % requests.length];
    if (signal.aborted || !request || asked === most) return;
    asked++;
    pool.dispatch(
      {
        method: request.method,
        path: request.path,
        headers: request.headers ?? {},
        body: request.body ?? null,
      },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          if (status >= 300) over.reject(new Error(`${name}: answered ${status}.`));
        },
        onResponseData() {},
        onResponseEnd() {
          if (signal.aborted) return;
          answered++;
          if (answered === most) over.resolve();
          next();
        },
        onResponseError(_controller, error) {
          over.reject(new Error(`${name}: ${error.message}.`));
        },
      },
    );
  }
  for (let n = 0; n < connections; n++) next();
  try {
    await over.promise;
    return answered;
  } finally {
    await pool.destroy();
  }
}
