import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { expect, onTestFinished, vi } from "vitest";

const program = "/usr/bin/redis-server";

/** Whether Redis is installed, from Debian's package. */
export const hasRedisServer = existsSync(program);

/**
 * Starts a Redis of the test's own on this port, with these arguments. Ends with the test.
 * @returns what stops it before
 */
export async function startRedis(port: number, args: string[]): Promise<() => Promise<void>> {
  const child = spawn(program, [...args, "--port", `${port}`, "--bind", "127.0.0.1", "--save", ""], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(stop);
  await vi.waitFor(
    async () => {
      const { stdout } = await promisify(execFile)("redis-cli", ["-p", `${port}`, "ping"]);
      expect(stdout.trim()).toBe("PONG");
    },
    { timeout: 10_000 },
  );
  return stop;
}
