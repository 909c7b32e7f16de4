import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

/** The commit of a clone, as the version of a suite. */
export async function commitOf(folder: string): Promise<string> {
  const git = promisify(execFile)("git", ["-C", folder, "rev-parse", "--show-toplevel", "--short", "HEAD"]);
  const printed = await git.catch(() => ({ stdout: "" }));
  const [top, commit] = printed.stdout.trim().split("\n");
  return commit !== undefined && top === path.resolve(folder) ? commit : "not a clone";
}
