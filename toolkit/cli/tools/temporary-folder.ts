import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A new folder, which is removed at the end of the block that declares it with `await using`. */
export async function temporaryFolder(purpose: string) {
  const folder = await mkdtemp(path.join(tmpdir(), `counterpart-${purpose}-`));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
