import { adapters } from "../adapters/adapters.ts";
import { judgeAdapters } from "../adapters/judge-adapters.ts";
import type { SuiteResult } from "../suite-result.ts";

/** The adapters that users are likely to have, on Node 24, and Bun. */
export default function run(): Promise<SuiteResult> {
  return judgeAdapters("Adapters", adapters);
}
