import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Starts a program that runs until it is stopped. */
export function launch(program: string, args: string[], env: Record<string, string>, cwd = process.cwd()) {
  // Its own process group, because npm doesn't forward every signal.
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  const ended = once(child, "close");
  const pid = child.pid ?? 0;
  return {
    pid,
    async end() {
      process.kill(-pid, "SIGTERM");
      await ended;
    },
  };
}

/**
 * Waits for the first response; throws after half a minute, or another time.
 * @param isAnswer whether a response counts; 2xx by default
 */
export async function firstAnswer(
  url: string,
  headers: Record<string, string> = {},
  isAnswer: (response: Response) => boolean = ({ ok }) => ok,
  withinMs = 30_000,
): Promise<void> {
  const givesUpAt = performance.now() + withinMs;
  for (;;) {
    const response = await fetch(url, { headers }).catch(() => undefined);
    if (response && isAnswer(response)) return void (await response.arrayBuffer());
    if (performance.now() > givesUpAt) throw new Error(`${url} doesn't answer.`);
    await pause(5);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
