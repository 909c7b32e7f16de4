import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { UsageError } from "@counterpart/testing/errors";

/** The state of a file that `new` wrote. */
export type FileState =
  /** As `new` wrote it. */
  | "unchanged"
  /** The owner has changed it. */
  | "edited"
  /** Missing: deleted, or new in the template. */
  | "absent";

export interface TemplateChange {
  file: string;
  state: FileState;
}

/**
 * The files that differ between two renderings of the template. Files that the project has updated already
 * are deleted from both renderings, so that a diff of the two folders shows exactly the listed files.
 */
export async function templateChanges(
  before: string,
  after: string,
  project: string,
): Promise<TemplateChange[]> {
  const files = new Set([...(await filesBelow(before)), ...(await filesBelow(after))]);
  const changes: TemplateChange[] = [];
  for (const file of [...files].sort()) {
    const [old, updated, own] = await Promise.all(
      [before, after, project].map((folder) => textOf(folder, file)),
    );
    if (old === updated) continue;
    if (own === updated) {
      for (const folder of [before, after]) await rm(path.join(folder, file), { force: true });
    } else {
      changes.push({ file, state: own === undefined ? "absent" : own === old ? "unchanged" : "edited" });
    }
  }
  return changes;
}

function textOf(folder: string, file: string): Promise<string | undefined> {
  return readFile(path.join(folder, file), "utf8").catch(() => undefined);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

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
