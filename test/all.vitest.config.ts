import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import usual from "../vitest.config.ts";

/** The usual tests and the slow ones, which start programs or try thousands of cases. */
export default defineConfig({
  test: {
    ...usual.test,
    // Half of the time, these wait for processes and disks.
    maxWorkers: 2 * availableParallelism(),
    // With others beside them, on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    include: [...(usual.test?.include ?? []), "test/**/*.slow.ts", "toolkit/test/**/*.slow.ts"],
  },
});
