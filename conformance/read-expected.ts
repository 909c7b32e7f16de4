import { readFile } from "node:fs/promises";
import type { ExpectedFailures } from "./compare-with-expected.ts";

/** The expected failures of a suite; none without a file. */
export async function readExpected(suite: string): Promise<ExpectedFailures[]> {
  const file = new URL(`expected/${suite}.json`, import.meta.url);
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  return JSON.parse(text);
}
