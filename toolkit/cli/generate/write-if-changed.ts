import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Writes a file if its content has changed. The write is atomic, so that a starting server or a compiler
 * never reads half a file.
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
