import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";

/** What a project's owner has done with a file that `new` wrote. */
export type FileState =
  /** It is as `new` wrote it. */
  | "unchanged"
  /** Its owner has changed it. */
  | "edited"
  /** It isn't there: deleted, or new in the template. */
  | "absent";

export interface TemplateChange {
  file: string;
  state: FileState;
}

/**
 * The files that differ between two renderings of the template. Those in which the project has the newer text already
 * are deleted from both renderings, so that a diff of the two folders shows what is listed.
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
