import { execFile } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import { freePort } from "../../../helpers/processes/free-port.ts";
import { type Running, signal, startProgram } from "./node-process.ts";
import { programOf } from "./programs.ts";

export interface RedisPair {
  /** For REDIS_URL. */
  url: string;
  /** Kills the Redis that accepts writes. */
  killPrimary(): Promise<void>;
  /** Resolves once the other one accepts writes, and servers count there. */
  counted(): Promise<void>;
}

/** A Redis, its replica, and three Sentinels with deploy/high-availability/sentinel.conf. */
export async function startSentinels(folder: string): Promise<RedisPair> {
  const [first, second] = [await freePort(), await freePort()];
  const start = (port: number, ...args: string[]): Running =>
    startProgram(
      [programOf("redis-server"), "--port", `${port}`, "--bind", "127.0.0.1", "--save", "", ...args],
      { logFile: path.join(folder, "redis.log") },
    );
  const primary = start(first);
  start(second, "--replicaof", "127.0.0.1", `${first}`);
  const settings = await readFile("deploy/high-availability/sentinel.conf", "utf8");
  const sentinels: number[] = [];
  for (let n = 0; n < 3; n++) {
    const port = await freePort();
    const file = path.join(folder, `sentinel${n}.conf`);
    const own = `port ${port}\nbind 127.0.0.1\nsentinel monitor counterpart 127.0.0.1 ${first} 2\n`;
    await writeFile(file, own + settings);
    await chmod(file, 0o666);
    startProgram([programOf("redis-sentinel"), file], { logFile: path.join(folder, "sentinel.log") });
    sentinels.push(port);
  }
  for (const port of sentinels) {
    await vi.waitFor(
      async () => {
        const state = await ask(port, "sentinel", "master", "counterpart");
        expect(state).toMatch(/num-slaves\n1\n/);
        expect(state).toMatch(/num-other-sentinels\n2\n/);
      },
      { timeout: 60_000, interval: 500 },
    );
  }
  return {
    url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(",")}/counterpart`,
    async killPrimary() {
      signal([primary.pid], "SIGKILL");
      await primary.ended;
    },
    async counted() {
      await vi.waitFor(
        async () => {
          expect(await ask(second, "role")).toContain("master");
          expect(await ask(second, "keys", "counterpart:*")).toContain("counterpart:");
        },
        { timeout: 60_000, interval: 500 },
      );
    },
  };
}

async function ask(port: number, ...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("redis-cli", ["-p", `${port}`, ...command]);
  return stdout;
}
