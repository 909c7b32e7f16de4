import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { onTestFinished, vi } from "vitest";

const files = {
  v1: { folder: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", peak: "memory.max_usage_in_bytes" },
  v2: { folder: "/sys/fs/cgroup", limit: "memory.max", peak: "memory.peak" },
};

/**
 * A control group of Linux whose processes get this much memory together, as in a container. It is removed after the test.
 * @returns undefined where this user may not make one
 */
export function createMemoryGroup(bytes: number) {
  for (const { folder, limit, peak } of Object.values(files)) {
    const group = `${folder}/counterpart-test-${process.pid}-${Date.now()}`;
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    try {
      writeFileSync(`${group}/${limit}`, `${bytes}`);
    } catch {
      rmdirSync(group);
      continue;
    }
    // Registered before the server's end, so that it runs after it. A killed server's own processes end a little later.
    onTestFinished(() => vi.waitFor(() => rmdirSync(group), { timeout: 20_000 }));
    return {
      /** The command that runs another one in the group. */
      command: ["sh", "-c", `echo $$ > ${group}/cgroup.procs && exec "$@"`, "sh"],
      peakMb: () => Math.round(Number(readFileSync(`${group}/${peak}`, "utf8")) / 1024 ** 2),
    };
  }
  return undefined;
}
