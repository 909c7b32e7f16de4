import type { Bench, Result } from "../bench.ts";
import { mockStartMs, sendFirstRequests } from "./first-requests.ts";
import { type LargeProject, type LargeProjects, makeLargeProjects, runToEnd } from "./project.ts";
import { timeWatch } from "./watch.ts";

/** Measures a project with 1,200 operations, from `counterpart new` on. */
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
  const p99 = ms[Math.floor(ms.length / 100)] ?? 0;
  return {
    largeNew: made("one file", one),
    largeNewMany: made("3,000 files", many),
    largeNewMemory: memory("`counterpart new`, everything that it starts", peak({ one, many })),
    largeGenerate: time("`counterpart generate` of one file", generate),
    largeGenerateMany: time("`counterpart generate` of 3,000 files", generateMany),
    largeTsc: time("`tsc`", tsc),
    largeFuzz: time("`counterpart fuzz --runs 1`", fuzz),
    largeStart: time("from `npm start` to the first answer", upMs),
    largeMockStart: time("from `counterpart mock` to the first answer", mock),
    largeFirst: {
      ...time("the first request to an operation, 99 %", p99),
      bound: { atMost: 40 },
      details: { slowest: `${Math.round(slowest)} ms` },
    },
    largeMemory: {
      ...memory("the server, after a request to each operation", memoryMb),
      bound: { atMost: 450 },
    },
    largeWatch: time("files after a save, by `counterpart generate --watch`", watch.files),
    largeWatchTypes: time("the compiler's errors after it", watch.compiler),
    fewWatch: time("files and the compiler's errors after a save, of 13 operations", watchFew.compiler),
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
  const result = time(`\`counterpart new\` of ${what}, without npm install`, made.ms - installMs);
  return { ...result, details };
}

function peak({ one, many }: Pick<LargeProjects, "one" | "many">): number {
  return Math.max(one.made.peakMb, many.made.peakMb);
}

function time(what: string, figure: number): Result {
  return { what, figure, unit: "ms", details: {} };
}

function memory(what: string, figure: number): Result {
  return { what, figure, unit: "MB", details: {} };
}
