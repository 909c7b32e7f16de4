import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

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
      const { requests, non2xx, errors } = await autocannon({
        url: `http://127.0.0.1:${side.port}`,
        requests: side.requests,
        connections: load.connections,
        duration: load.secondsEach,
      });
      if (non2xx > 0 || errors > 0) {
        throw new Error(`${side.name}: ${non2xx} answers weren't 2xx and ${errors} requests failed.`);
      }
      if (round > 0) best[index] = Math.max(best[index] ?? 0, requests.average);
    }
  }
  return best;
}
