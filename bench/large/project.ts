import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sizedDocument } from "../size/document.ts";
import { writeLargeDocument } from "./write.ts";

/** A finished command. */
export interface Ran {
  ms: number;
  /** Peak memory of the command and all its child processes. */
  peakMb: number;
  /** The lines of its error output, in ms after the start. */
  lines: { text: string; ms: number }[];
}

/** Runs a command to its end. Throws with its output if it fails. @param codes exit codes that count as success */
export async function runToEnd(
  cwd: string,
  command: string,
  args: string[],
  codes: unknown[] = [0],
): Promise<Ran> {
  const startedAt = performance.now();
  const tools = path.join(cwd, "node_modules/.bin");
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH: [tools, process.env.PATH].join(path.delimiter), PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const lines: Ran["lines"] = [];
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
    for (const text of String(chunk).split("\n")) lines.push({ text, ms: performance.now() - startedAt });
  });
  let peakMb = 0;
  const ended = once(child, "close");
  while (child.exitCode === null && child.signalCode === null) {
    peakMb = Math.max(peakMb, await memoryOfTree(child.pid ?? 0));
    await Promise.race([ended, pause(250)]);
  }
  const [code] = await ended;
  const ms = performance.now() - startedAt;
  if (!codes.includes(code))
    throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output.slice(-2000)}`);
  return { ms, peakMb, lines };
}

/** Resident memory of a process and its descendants, in MB. Linux only. */
async function memoryOfTree(root: number): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const statuses = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/status`, "utf8").catch(() => "")),
  );
  const processes = statuses.map((status, at) => ({
    pid: Number(pids[at]),
    parent: Number(/PPid:\s+(\d+)/.exec(status)?.[1]),
    kb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0),
  }));
  const kbOf = (pid: number): number =>
    processes.filter((one) => one.parent === pid).reduce((sum, one) => sum + kbOf(one.pid), 0) +
    (processes.find((one) => one.pid === pid)?.kb ?? 0);
  return kbOf(root) / 1024;
}

export interface LargeProject {
  folder: string;
  /** The `counterpart new` command that created it. */
  made: Ran;
  /** The part of that time that npm took to install. */
  installMs: number;
}

export interface LargeProjects {
  /** With a document of one file. */
  one: LargeProject;
  /** With a document of 3,000 files. */
  many: LargeProject;
  /** With 13 operations. */
  few: LargeProject;
}

/** Builds the toolkit as published, and creates projects with it. */
export async function makeLargeProjects(
  folder: string,
  progress: (line: string) => void,
): Promise<LargeProjects> {
  progress("building the toolkit");
  // This command builds the toolkit and puts its dependencies beside it.
  await runToEnd(process.cwd(), process.execPath, ["scripts/new.ts", "--help"]);
  const documents = await writeLargeDocument(path.join(folder, "large"));
  progress("counterpart new, of one file");
  const one = await makeProject(path.join(folder, "one"), documents.one);
  progress("counterpart new, of 3,000 files");
  const many = await makeProject(path.join(folder, "many"), documents.many);
  progress("counterpart new, of 13 operations");
  const spec = path.join(folder, "large/few.json");
  await writeFile(spec, JSON.stringify(sizedDocument(13), null, 2));
  return { one, many, few: await makeProject(path.join(folder, "few"), spec) };
}

async function makeProject(folder: string, spec: string): Promise<LargeProject> {
  const bin = path.resolve("packages/cli/bin/counterpart.js");
  const made = await runToEnd(process.cwd(), process.execPath, [bin, "new", folder, "--spec", spec]);
  const at = (beginning: string) => made.lines.find(({ text }) => text.startsWith(beginning))?.ms ?? 0;
  return { folder, made, installMs: at("Generating") - at("Installing") };
}
