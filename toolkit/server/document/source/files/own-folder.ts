import { realpathSync } from "node:fs";
import path from "node:path";

export type OwnFolder = ReturnType<typeof createOwnFolder>;

/**
 * Decides which files a document may refer to.
 * @param allowed further folders, relative to the working directory
 */
export function createOwnFolder(root: string, allowed: string[] = []) {
  const folders = [path.dirname(root), ...allowed].map((folder) => realPath(path.resolve(folder)));
  return {
    /** Links are resolved first. @param file absolute */
    contains: (file: string) => file === root || folders.some((folder) => isInFolder(folder, realPath(file))),
    /** A sentence for a reference to a file that isn't contained. */
    refusal(reference: string, file: string) {
      const real = path.relative("", realPath(file));
      const folder = path.dirname(real);
      return `The reference ${reference} leads to ${real}, outside the document's folder, so it isn't read. To allow it, pass --allow-folder ${folder}, or list the folder in \`allowFolders\` of counterpart.config.ts.`;
    },
  };
}

/** @param file absolute */
export function isInFolder(folder: string, file: string): boolean {
  const [first] = path.relative(folder, file).split(path.sep);
  return first !== ".." && !path.isAbsolute(path.relative(folder, file));
}

/** Resolves links, also in the path of a file that doesn't exist. */
function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    const folder = path.dirname(file);
    return folder === file ? file : path.join(realPath(folder), path.basename(file));
  }
}
