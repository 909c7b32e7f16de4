import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { faults } from "./faults.ts";

const here = (file: string) => fileURLToPath(new URL(`servers/${file}`, import.meta.url));

export const servers = {
  Express: [process.execPath, here("express.ts")],
  Fastify: [process.execPath, here("fastify.ts")],
  Python: ["python3", here("python/server.py")],
} as const;

export type ServerName = keyof typeof servers;

/** The name under which a server without a fault runs. */
export const correct = "correct";

export interface RunningServers {
  /** The address of the server that has this fault, or of the correct one. */
  url(fault: string): string;
  stop(): Promise<void>;
}

/** Starts one process with a server for each fault, beside the correct server. Each has its own data. */
export async function startServers(name: ServerName): Promise<RunningServers> {
  const [program, file] = servers[name];
  const names = [correct, ...faults.map((fault) => fault.name)];
  const child = spawn(program, [file, ...names], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  const closed = once(child, "close");
  const line = once(child.stdout.setEncoding("utf8"), "data").then(([text]) => String(text));
  const failed = closed.then(() => Promise.reject(new Error(`The server ${name} has ended.`)));
  const ports: Record<string, number> = JSON.parse(await Promise.race([line, failed]));
  return {
    url: (fault) => `http://127.0.0.1:${ports[fault]}`,
    async stop() {
      failed.catch(() => {});
      child.kill();
      await closed;
    },
  };
}
