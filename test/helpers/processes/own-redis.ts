import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { expect, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";

/** Also a sentinel, with `--sentinel`. */
export const redisProgram = "/usr/bin/redis-server";

/** Whether Redis is installed, from Debian's package. */
export const hasRedisServer = existsSync(redisProgram);

/** The reply of a Redis or a sentinel to a command. */
export async function askRedis(port: number, ...command: string[]): Promise<string> {
  return (await promisify(execFile)("redis-cli", ["-p", `${port}`, ...command])).stdout.trim();
}

/**
 * Starts a separate Redis on this port, with these arguments. Ends with the test.
 * @returns a function that stops it earlier
 */
export async function startRedis(port: number, args: string[]): Promise<() => Promise<void>> {
  const child = spawn(redisProgram, [...args, "--port", `${port}`, "--bind", "127.0.0.1", "--save", ""], {
    stdio: "ignore",
    // A replica writes a file there.
    cwd: await temporaryFolder(),
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(stop);
  await vi.waitFor(
    async () => {
      expect(await askRedis(port, "ping")).toBe("PONG");
    },
    { timeout: 10_000 },
  );
  return stop;
}
