import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";

export interface BenchRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A server under load, and what it is asked: the requests in turn. */
export interface Side {
  name: string;
  port: number;
  requests: BenchRequest[];
}

export interface Running {
  port: number;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a server in a process of its own; the module tells its port once it listens. */
export async function start(module: string, settings: unknown): Promise<Running> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [JSON.stringify(settings)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (told: { port: number }) => resolve(told.port));
    child.once("exit", (code) => reject(new Error(`${module} ended with ${code}.`)));
  });
  return {
    port,
    process: child,
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
 * Requests a second of each side, measured in turn, round after round: noise of the machine meets all of them. The best
 * round of each counts, since noise only slows.
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

/** Keeps every connection busy with one request at a time. Throws when an answer isn't 2xx. */
async function ask(side: Side, { connections, secondsEach }: Load): Promise<number> {
  const pool = new Pool(`http://127.0.0.1:${side.port}`, { connections, pipelining: 1 });
  let asked = 0;
  let answered = 0;
  let isOver = false;
  let fault: string | undefined;
  function next(): void {
    const request = side.requests[asked++ % side.requests.length];
    if (isOver || !request) return;
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
          if (status >= 300) fault = `answered ${status}`;
        },
        onResponseData() {},
        onResponseEnd() {
          answered++;
          next();
        },
        onResponseError(_controller, error) {
          if (!isOver) fault = error.message;
        },
      },
    );
  }
  const startedAt = performance.now();
  for (let n = 0; n < connections; n++) next();
  await pause(secondsEach * 1000);
  isOver = true;
  const perSecond = (answered * 1000) / (performance.now() - startedAt);
  await pool.destroy();
  if (fault !== undefined) throw new Error(`${side.name}: ${fault}.`);
  return perSecond;
}
