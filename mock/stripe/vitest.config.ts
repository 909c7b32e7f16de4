import { defineConfig } from "vitest/config";

// Generous, because one test starts a process, which takes seconds on a busy machine.
export default defineConfig({ test: { testTimeout: 90_000 } });
