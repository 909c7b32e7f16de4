import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Server {
  url: string;
  stop(): Promise<void>;
}

/** Starts a program of `servers/` or elsewhere, and waits until it listens. @throws with what it wrote if it ends instead */
export async function startServer(
  [program = "", ...flags]: string[],
  file: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<Server> {
  const script = fileURLToPath(new URL(file, new URL("servers/", import.meta.url)));
  const env = { PATH: process.env.PATH, NODE_ENV: "production", NODE_NO_WARNINGS: "1", ...more };
  const child = spawn(program, [...flags, script, ...args], { stdio: ["ignore", "pipe", "pipe"], env });
  const errors: string[] = [];
  createInterface(child.stderr).on("line", (line) => errors.push(line));
  const exited = once(child, "exit");
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    exited.then(() => Promise.reject(new Error(`${file} has ended:\n${errors.slice(0, 20).join("\n")}`))),
  ]);
  return {
    url: `http://127.0.0.1:${JSON.parse(line).port}`,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
