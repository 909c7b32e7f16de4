import { Session } from "node:inspector/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const ours = /^(generated|server|toolkit\/(client|server))\/(?!node_modules\/)/;

/** Expects a request to run through few of our files, and prints how many. */
export async function expectFiles(
  name: string,
  most: number,
  request: () => Promise<unknown>,
): Promise<void> {
  const files = await filesOf(request);
  console.log(`${name} runs through ${files.length} files; at most ${most}.`);
  expect(files.length, files.join("\n")).toBeLessThanOrEqual(most);
  // Guards the measurement.
  expect(files).toContain("toolkit/server/http/pipeline.ts");
}

/** Our files of which functions run during each of three requests, as V8 counts them: others belong to background work. */
async function filesOf(request: () => Promise<unknown>): Promise<string[]> {
  // What is loaded or prepared once doesn't count.
  await request();
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true });
    const called = async (): Promise<string[]> => {
      await session.post("Profiler.takePreciseCoverage");
      await request();
      const { result } = await session.post("Profiler.takePreciseCoverage");
      const scripts = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]?.count));
      const files = scripts.map(({ url }) => (url.startsWith("file:") ? fileURLToPath(url) : url));
      return [...new Set(files.map((file) => path.relative(root, file)))].filter((file) => ours.test(file));
    };
    const rounds = [await called(), await called(), await called()];
    return rounds.reduce((all, one) => all.filter((file) => one.includes(file))).sort();
  } finally {
    await session.post("Profiler.stopPreciseCoverage");
    session.disconnect();
  }
}
