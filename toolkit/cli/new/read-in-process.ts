import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Asked, ReadForProject } from "./read-for-project.ts";

export type Answer = { read: ReadForProject } | { error: unknown };

/**
 * Reads a document in a short-lived process. A large document leaves 200 MB behind, which this process, or a
 * thread, would still hold while npm installs and takes 800 MB itself.
 */
export async function readInProcess(asked: Asked): Promise<ReadForProject> {
  // Same extension as this module: TypeScript in the workspace, JavaScript in the package.
  const file = new URL(`./read-process${path.extname(import.meta.url)}`, import.meta.url);
  const child = fork(fileURLToPath(file), { serialization: "advanced", execArgv: [] });
  child.send(asked);
  // "disconnect" comes after all messages; "exit" may not.
  const ended = once(child, "disconnect").then(() => {
    throw new Error(`The process that reads ${asked.root} ended without a result.`);
  });
  const [answer] = (await Promise.race([once(child, "message"), ended])) as [Answer];
  if ("error" in answer) throw answer.error;
  return answer.read;
}
