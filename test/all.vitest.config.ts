import { defineConfig } from "vitest/config";
import usual from "../vitest.config.ts";

/** The usual tests, and the slow ones: they start servers, databases, compilers or npm. */
export default defineConfig({
  test: {
    ...usual.test,
    include: [...(usual.test?.include ?? []), "test/**/*.slow.ts", "toolkit/test/**/*.slow.ts"],
  },
});
