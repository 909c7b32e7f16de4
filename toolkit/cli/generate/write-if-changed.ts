import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Writes a file whose content is another one now. It is renamed to its place when it is complete, so that a server that
 * starts meanwhile, or a compiler, never reads half of it.
 * @returns whether it was written
 */
export async function writeIfChanged(file: string, text: string): Promise<boolean> {
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) return false;
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `.${path.basename(file)}.${process.pid}`);
  await writeFile(draft, text);
  await rename(draft, file);
  return true;
}
