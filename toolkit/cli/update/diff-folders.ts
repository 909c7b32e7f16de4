import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { UsageError } from "@counterpart/testing/mock/usage-error";

const run = promisify(execFile);

/** @throws UsageError if git isn't installed; it makes and applies the diff */
export async function requireGit(): Promise<void> {
  await run("git", ["--version"]).catch(() => {
    throw new UsageError("`counterpart update` needs git, to show what has changed.");
  });
}

/** The differences between two folders in `place`, as a patch for `git apply`, which strips their names. */
export async function diffFolders(place: string, before: string, after: string): Promise<string> {
  const args = ["diff", "--no-index", "--no-color", "--no-ext-diff", "--no-prefix", before, after];
  try {
    const { stdout } = await run("git", args, { cwd: place, maxBuffer: 64 * 2 ** 20 });
    return stdout;
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: string };
    // Like `diff`, it exits with 1 if there are differences.
    if (code === 1 && stdout) return stdout;
    throw error;
  }
}
