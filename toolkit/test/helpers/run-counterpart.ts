import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { bin } from "./linked-project.ts";

/** Runs a command of the toolkit in a folder until it ends. */
export async function runCounterpart(
  folder: string,
  args: string[],
  { stdin = "", env = {} }: { stdin?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "", ...env },
  });
  child.stdin.end(stdin);
  const [code, stdout, stderr] = await Promise.all([
    new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (exitCode) => resolve(exitCode ?? -1));
    }),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}
