import type { Bench, Result } from "../bench.ts";
import { mockStartMs, sendFirstRequests } from "./first-requests.ts";
import { type LargeProject, type LargeProjects, makeLargeProjects, runToEnd } from "./project.ts";
import { timeWatch } from "./watch.ts";

/** What a project of 1,200 operations takes, from `counterpart new` on. */
export async function measureLarge({ folder, progress }: Bench): Promise<Record<string, Result>> {
  const { one, many, few } = await makeLargeProjects(folder, progress);
  progress("counterpart generate");
  const generate = await timeOf(one, "counterpart", ["generate"]);
  const generateMany = await timeOf(many, "counterpart", ["generate"]);
  progress("tsc");
  const tsc = await timeOf(one, "tsc", []);
  progress("counterpart fuzz --runs 1");
  const fuzz = await timeOf(one, "counterpart", ["fuzz", "--runs", "1"], [0, 1]);
  progress("the first request to each operation");
  const { upMs, ms, memoryMb } = await sendFirstRequests(one.folder);
  const mock = await mockStartMs(one.folder);
  progress("counterpart generate --watch");
  const watch = await timeWatch(one.folder, "spec/large.json");
  const watchFew = await timeWatch(few.folder, "spec/few.json");
  const [slowest = 0] = ms;
  const p99 = `${Math.round(ms[Math.floor(ms.length / 100)] ?? 0)} ms`;
  return {
    largeNew: made("one file", one),
    largeNewMany: made("3,000 files", many),
    largeNewMemory: memory("`counterpart new`, everything that it starts", peak({ one, many }), 1000),
    largeGenerate: time("`counterpart generate` of one file", generate, 8000),
    largeGenerateMany: time("`counterpart generate` of 3,000 files", generateMany, 8000),
    largeTsc: time("`tsc`", tsc, 20_000),
    largeFuzz: time("`counterpart fuzz --runs 1`", fuzz, 10_000),
    largeStart: time("from `npm start` to the first answer", upMs, 2500),
    largeMockStart: time("from `counterpart mock` to the first answer", mock, 3000),
    largeFirst: {
      ...time("the slowest first request to an operation", slowest, 50),
      details: { "99 %": p99 },
    },
    largeMemory: memory("the server, after a request to each operation", memoryMb, 350),
    largeWatch: time("files after a save, by `counterpart generate --watch`", watch.files, 8000),
    largeWatchTypes: time("the compiler's errors after it", watch.compiler, 25_000),
    fewWatch: time("files and the compiler's errors after a save, of 13 operations", watchFew.compiler, 2000),
  };
}

async function timeOf(
  { folder }: LargeProject,
  command: string,
  args: string[],
  codes: number[] = [0],
): Promise<number> {
  return (await runToEnd(folder, command, args, codes)).ms;
}

function made(what: string, { made, installMs }: LargeProject): Result {
  const details = { "npm install": `${Math.round(installMs)} ms` };
  const result = time(`\`counterpart new\` of ${what}, without npm install`, made.ms - installMs, 30_000);
  return { ...result, details };
}

function peak({ one, many }: Pick<LargeProjects, "one" | "many">): number {
  return Math.max(one.made.peakMb, many.made.peakMb);
}

function time(what: string, figure: number, atMost: number): Result {
  return { what, figure, bound: { atMost }, unit: "ms", details: {} };
}

function memory(what: string, figure: number, atMost: number): Result {
  return { what, figure, bound: { atMost }, unit: "MB", details: {} };
}
