import { spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { installedBin } from "./installed-bin.ts";

/**
 * Runs the project's own `tsc`: TypeScript 7 has no API, and the result matches `npm run check`.
 * @param signal ends the compiler; the promise then rejects
 * @param isOwn outside a project: runs the toolkit's compiler
 */
export async function runTsc(
  args: string[],
  { signal, isOwn = false }: { signal?: AbortSignal; isOwn?: boolean } = {},
) {
  const from = isOwn ? import.meta.url : pathToFileURL(path.resolve("package.json"));
  const script = installedBin("typescript", "tsc", from);
  signal?.throwIfAborted();
  const isGroup = process.platform !== "win32";
  const child = spawn(process.execPath, [script, "--pretty", "false", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    // TypeScript 7's `tsc` starts another process, which must end as well.
    detached: isGroup,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    output += chunk;
  });
  const stop = () => {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid);
    else child.kill();
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<{ exitCode: number | null; output: string }>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (exitCode) => {
        if (signal?.aborted) reject(signal.reason);
        else resolve({ exitCode, output });
      });
    });
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
