import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { freePort } from "./free-port.ts";
import { askRedis, redisProgram } from "./own-redis.ts";

/**
 * Starts a separate sentinel that monitors the Redis at this port as `shop`. Ends with the test.
 * @param settings further lines of its configuration
 */
export async function startSentinel(primary: number, settings: string[] = []): Promise<number> {
  const port = await freePort();
  const file = path.join(await temporaryFolder(), "sentinel.conf");
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    ...settings,
    `sentinel monitor shop 127.0.0.1 ${primary} 1`,
    // On a busy machine, a primary that runs may not answer for some seconds.
    "sentinel down-after-milliseconds shop 60000",
    "sentinel failover-timeout shop 2000",
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  const child = spawn(redisProgram, [file, "--sentinel"], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await vi.waitFor(async () => expect(await askRedis(port, "ping")).toBe("PONG"), { timeout: 60_000 });
  return port;
}
