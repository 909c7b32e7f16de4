import { runtimes } from "../adapters/adapters.ts";
import { judgeAdapters } from "../adapters/judge-adapters.ts";
import type { SuiteResult } from "../suite-result.ts";

/** The adapters on other runtimes. */
export default function run(): Promise<SuiteResult> {
  return judgeAdapters("Runtimes", runtimes);
}
