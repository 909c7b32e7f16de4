import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { installed } from "./install.ts";
import type { Input } from "./write-input.ts";

const run = promisify(execFile);

/** How many combinations of values it tries for each request that it generates; without a limit, more than 10000. */
export const mostCombinations = 10;

/** Most of a run is the start of the JVM, which optimizes less with these. */
const quickStart = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

export interface Report {
  tests: number;
  failures: number;
  /** What failed, once for tests that differ in values only. */
  kinds: Set<string>;
}

/**
 * Runs `specmatic test` against a server.
 * @param filter of the operations, in Specmatic's language; by default all
 */
export async function runSpecmatic(
  url: string,
  input: Input,
  { resiliency, filter }: { resiliency: boolean; filter?: string | undefined },
): Promise<Report> {
  // Specmatic writes reports and looks for a configuration where it runs.
  const folder = await mkdtemp(path.join(tmpdir(), "specmatic-"));
  try {
    const options = [`--testBaseURL=${url}`, "--junitReportDir=junit"];
    if (input.examples) options.push(`--examples=${input.examples}`);
    if (filter) options.push(`--filter=${filter}`);
    const env = {
      ...process.env,
      // The credentials of the document's security scheme `key`.
      key: "key-ada",
      SPECMATIC_GENERATIVE_TESTS: String(resiliency),
      MAX_TEST_REQUEST_COMBINATIONS: String(mostCombinations),
    };
    await run(
      "java",
      [
        ...quickStart,
        "-jar",
        path.join(installed, "node_modules/specmatic/specmatic.jar"),
        "test",
        input.document,
        ...options,
      ],
      { cwd: folder, env, maxBuffer: Number.POSITIVE_INFINITY },
    ).catch((error) => {
      // It ends with 1 after a failed test.
      if (error.code !== 1) throw error;
    });
    return readReport(await readFile(path.join(folder, "junit/TEST-junit-jupiter.xml"), "utf8"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface TestCase {
  "@_name": string;
  failure?: { "@_message": string };
  error?: { "@_message": string };
}

function readReport(xml: string): Report {
  const { XMLParser } = createRequire(path.join(installed, "package.json"))("fast-xml-parser");
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: (name: string) => name === "testcase",
    processEntities: false,
  });
  const cases: TestCase[] = parser.parse(xml).testsuite.testcase;
  const failed = cases.flatMap(({ "@_name": name, failure, error }) => {
    const problem = failure ?? error;
    return problem ? [kindOf(name, problem["@_message"])] : [];
  });
  return { tests: cases.length, failures: failed.length, kinds: new Set(failed) };
}

/** The test, without the values that it chose for the request, and what was wrong. */
function kindOf(name: string, message: string): string {
  const test = name.replace(/^.*contractTest\(\) &gt; /, "").replace(/ where .*$/s, "");
  return `${test}: ${message}`;
}
