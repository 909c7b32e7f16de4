import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Removes the variables that npm, Vitest and this project's tools set, which a user's shell doesn't have. */
const outside = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|NODE_(ENV|OPTIONS|PATH)$|INIT_CWD$)/i.test(name),
  ),
);
const folders = (process.env.PATH ?? "")
  .split(path.delimiter)
  .filter((folder) => !folder.includes("node_modules"));

export interface Shell {
  run(folder: string, command: string, ...args: string[]): Promise<{ stdout: string; stderr: string }>;
  /** Starts a command, and waits until its output matches. */
  start(folder: string, wanted: RegExp, command: string, ...args: string[]): Promise<Started>;
}

export interface Started {
  match: RegExpExecArray;
  /** Ends it like Ctrl-C. */
  stop(): Promise<void>;
}

/** A shell environment with this Node first on the PATH. */
export function shellWith(nodeFolder: string, variables: Record<string, string> = {}): Shell {
  const env = {
    ...outside,
    PATH: [nodeFolder, ...folders].join(path.delimiter),
    npm_config_prefer_offline: "true",
    npm_config_update_notifier: "false",
    CI: "1",
    PORT: "0",
    ...variables,
  };
  return {
    run: (folder, command, ...args) => execute(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 }),
    start(folder, wanted, command, ...args) {
      // Its own process group, because npm doesn't forward every signal.
      const child = spawn(command, args, { cwd: folder, env, detached: true });
      let output = "";
      return new Promise((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.on("data", (chunk) => {
            output += chunk;
            const match = wanted.exec(output);
            if (match) resolve({ match, stop: () => stopGroup(child) });
          });
        }
        child.on("error", reject);
        child.on("close", () => reject(new Error(`${command} ${args.join(" ")} has ended:\n${output}`)));
      });
    },
  };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  process.kill(-child.pid, "SIGINT");
  await ended;
}

/** The folder of an installed Node with this major version; undefined if there is none. */
export async function findNode(major: number): Promise<string | undefined> {
  for (const folder of folders) {
    const { stdout } = await execute(path.join(folder, "node"), ["--version"]).catch(() => ({ stdout: "" }));
    if (stdout.startsWith(`v${major}.`)) return folder;
  }
  return undefined;
}

/** The files of a folder, except those in `left`. */
export async function filesIn(folder: string, left: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !left.test(name))
    .sort();
}
