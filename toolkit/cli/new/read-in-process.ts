import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Include } from "@counterpart/server/document/source/include/keep-included";
import type { ReadForProject } from "./read-for-project.ts";

export interface Asked {
  root: string;
  include: Include | undefined;
}

export type Answer = { read: ReadForProject } | { error: unknown };

/**
 * Reads a document in a process that then ends: of a large one 200 MB are left behind, which would be held while npm
 * installs, with 800 MB of its own. After a thread, too, they would be held for seconds.
 */
export async function readInProcess(root: string, include?: Include): Promise<ReadForProject> {
  // As this module is: TypeScript in the workspace, JavaScript in the package.
  const file = new URL(`./read-process${path.extname(import.meta.url)}`, import.meta.url);
  const child = fork(fileURLToPath(file), { serialization: "advanced", execArgv: [] });
  child.send({ root, include } satisfies Asked);
  // Comes after all messages, which the end of the process may not.
  const ended = once(child, "disconnect").then(() => {
    throw new Error(`The process that reads ${root} ended without an answer.`);
  });
  const [answer] = (await Promise.race([once(child, "message"), ended])) as [Answer];
  if ("error" in answer) throw answer.error;
  return answer.read;
}
