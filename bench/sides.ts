import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

/** A server process under load, and how it is asked. */
export interface Side {
  name: string;
  url: string;
  request: { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string };
  stop(): Promise<void>;
}

/** Starts a server in a process of its own; the module tells its port when it listens. */
export async function startProcess(
  module: string,
  settings: unknown,
): Promise<{ port: number; told: Record<string, string>; process: ChildProcess; stop(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [JSON.stringify(settings)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const message = await new Promise<{ port: number } & Record<string, string>>((resolve, reject) => {
    child.once("message", (told) => resolve(told as never));
    child.once("exit", (code) => reject(new Error(`${module} ended with ${code}`)));
  });
  return {
    port: message.port,
    told: message,
    process: child,
    async stop() {
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Requests a second, each side in turn, round after round; the best round of each counts, as noise only slows. */
export async function measure(
  sides: Side[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<number[]> {
  const best = sides.map(() => 0);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const result = await autocannon({
        url: side.url + side.request.path,
        method: side.request.method,
        headers: side.request.headers,
        ...(side.request.body !== undefined && { body: side.request.body }),
        connections: 50,
        duration: round === 0 ? 1 : seconds,
      });
      if (result.non2xx > 0 || result.errors > 0) {
        throw new Error(`${side.name}: ${result.non2xx} answers weren't 2xx, ${result.errors} failed.`);
      }
      // The first round warms up.
      if (round > 0) best[index] = Math.max(best[index] ?? 0, result.requests.average);
    }
  }
  return best;
}
