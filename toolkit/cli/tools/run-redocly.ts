import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { installedBin } from "./installed-bin.ts";

const run = promisify(execFile);

/** Redocly ran for too long and was ended. */
export class RedoclyTimeout extends Error {}

/**
 * Runs Redocly's command line without update notices and telemetry. Rejects if it can't be started.
 * @throws RedoclyTimeout after `timeoutMs`, if given
 */
export async function runRedocly(args: string[], { timeoutMs = 0 } = {}) {
  const script = installedBin("@redocly/cli", "redocly");
  try {
    const { stdout, stderr } = await run(process.execPath, [script, ...args], {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      maxBuffer: 512 * 2 ** 20,
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    return { exitCode: 0, stdout, stderr };
  } catch (error) {
    const {
      code,
      killed,
      stdout = "",
      stderr = "",
    } = error as { code?: unknown; killed?: boolean; stdout?: string; stderr?: string };
    if (killed && timeoutMs > 0) throw new RedoclyTimeout();
    if (typeof code !== "number") throw error;
    return { exitCode: code, stdout, stderr };
  }
}

/** Runs Redocly's command line and returns its output. @throws with the output if Redocly fails */
export async function redocly(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runRedocly(args);
  if (exitCode !== 0) throw new Error(`redocly ${args[0]} failed:\n${stdout}${stderr}`.trim());
  return stdout;
}
