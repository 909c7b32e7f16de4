import { defineConfig } from "vitest/config";
import usual from "../../../vitest.config.ts";

export default defineConfig({
  test: {
    include: ["test/system/browser/*.browser.ts"],
    env: usual.test?.env ?? {},
    isolate: false,
    maxWorkers: "100%",
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
