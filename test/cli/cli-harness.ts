import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runCli } from "../../server/cli/run.ts";
import { openDatabase } from "../../server/database/database.ts";

const cli = fileURLToPath(new URL("../../server/cli/main.ts", import.meta.url));

export interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export type Cli = Awaited<ReturnType<typeof openCli>>;

/** An operator with an empty database and a folder for files. */
export async function openCli() {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-cli-"));
  const env = { DATABASE_URL: `file:${path.join(folder, "test.db")}` };

  /** The next command's standard input. */
  let input = "";

  async function run(...args: string[]): Promise<Outcome> {
    const outcome: Outcome = { exitCode: null, stdout: "", stderr: "" };
    const write = (stream: "stdout" | "stderr") => (text: string) => {
      outcome[stream] += text;
    };
    const stdin = Readable.from([input]);
    input = "";
    const terminal = { stdin, stdout: { write: write("stdout") }, stderr: { write: write("stderr") }, env };
    outcome.exitCode = await runCli(args, terminal);
    return outcome;
  }

  return {
    env,
    /** Provides the next command's standard input. */
    type(text: string) {
      input = text;
    },
    /** Runs a command within this process. */
    run,
    /** What a command prints with --json. Throws the command's error when it fails. */
    async ask(...args: string[]) {
      const { exitCode, stdout, stderr } = await run(...args, "--json");
      if (exitCode !== 0 || stderr !== "") throw new Error(stderr);
      return JSON.parse(stdout);
    },
    /** A command's error with --json. */
    async refusal(...args: string[]) {
      const { exitCode, stdout, stderr } = await run(...args, "--json");
      return { exitCode, stdout, ...JSON.parse(stderr) };
    },
    /** Runs a command as the operator's shell does. */
    async spawn(...args: string[]): Promise<Outcome> {
      const child = spawn(process.execPath, [cli, ...args], { env: { ...process.env, ...env } });
      const outcome: Outcome = { exitCode: null, stdout: "", stderr: "" };
      for (const stream of ["stdout", "stderr"] as const) {
        child[stream].setEncoding("utf8").on("data", (text) => {
          outcome[stream] += text;
        });
      }
      return new Promise((resolve) => child.on("close", (exitCode) => resolve({ ...outcome, exitCode })));
    },
    /** Writes a file and returns its path. */
    async file(name: string, content: string): Promise<string> {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },
    /** The database as a server opens it. */
    openDatabase: () => openDatabase(env.DATABASE_URL, Date.now),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
