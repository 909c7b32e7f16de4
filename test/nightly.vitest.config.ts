import { defineConfig } from "vitest/config";
import all from "./all.vitest.config.ts";

/** What takes minutes and rarely breaks: moves under load, failovers and projects made from other documents. */
export default defineConfig({
  test: {
    ...all.test,
    include: ["test/**/*.nightly.ts", "toolkit/test/**/*.nightly.ts"],
    testTimeout: 300_000,
  },
});
