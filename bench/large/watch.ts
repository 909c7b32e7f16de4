import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";

/** Milliseconds from saving the document to the reports of `counterpart generate --watch`. */
export interface WatchTimes {
  /** To the report of written files and leftovers. */
  files: number;
  /** To the report of compile errors. */
  compiler: number;
}

/**
 * Renames the first operation in a watched project's document, and leaves it renamed.
 * @param spec path in the project
 */
export async function timeWatch(project: string, spec: string): Promise<WatchTimes> {
  const file = path.join(project, spec);
  const bin = path.join(project, "node_modules/@counterpart/cli/bin/counterpart.js");
  const child = spawn(process.execPath, [bin, "generate", "--watch"], {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const until = async (isWanted: RegExp): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The watch ended before ${isWanted}.`);
      if (isWanted.test(value)) return value;
    }
  };
  try {
    await until(/^The compiler finds no errors/);
    const text = await readFile(file, "utf8");
    const savedAt = performance.now();
    await writeFile(file, text.replace(/("operationId": ?"[^"]+)/, "$1Again"));
    await until(/^left over: /);
    const files = performance.now() - savedAt;
    const output = await until(/^The compiler finds /);
    if (/no errors/.test(output)) throw new Error("The handler of a renamed operation still compiles.");
    return { files, compiler: performance.now() - savedAt };
  } finally {
    child.kill("SIGINT");
    await ended;
  }
}
