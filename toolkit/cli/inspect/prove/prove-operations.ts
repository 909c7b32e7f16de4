import path from "node:path";
import { Worker } from "node:worker_threads";
import type { ApiDocument } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { unproven } from "./unproven.ts";

/** What the thread reports when it is ready, and after each operation. */
export interface Progress {
  /** The number of operations that are finished. */
  tried: number;
  findings: Finding[];
  /** Processor time of the thread. */
  spentMs: number;
}

/** The limit of the time for starting, which includes reading the document. */
const startMs = 30_000;

/** The limits for all operations: of processor time, and of the time on a busy machine. */
const processorMs = 5_000;
const totalMs = 10_000;

/**
 * Makes a request and a response for each operation, and sends them through the server's and the mock's code in a thread,
 * which is ended when it takes too long.
 * @param operationMs the limit of the time for each operation
 * @param file the thread's program
 * @returns an error for each operation that can't work, and a note for each that isn't proven to
 */
export async function proveOperations(
  { source, operations }: Pick<ApiDocument, "source" | "operations">,
  { operationMs = 3_000, file = threadFile } = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let tried = 0;
  let processorSpentMs = 0;
  let spentMs = 0;
  const isOver = () => processorSpentMs > processorMs || spentMs > totalMs;
  for (let next = operations[0]; next !== undefined; next = operations[tried]) {
    if (isOver()) {
      const others = operations.length - tried - 1;
      const more = others > 0 ? ` and ${others} more weren't` : " wasn't";
      return [...findings, unproven(next, `it${more} tried, because the others took too long.`)];
    }
    const reason = await runThread();
    const unfinished = operations[tried];
    if (reason === undefined || unfinished === undefined) continue;
    findings.push(unproven(unfinished, reason));
    tried += 1;
  }
  return findings;

  /** Resolves when no time or operation is left, or with the reason why an operation isn't finished. */
  async function runThread(): Promise<string | undefined> {
    const worker = new Worker(file, { workerData: { source, from: tried } });
    const before = { processorSpentMs, spentMs };
    let timer: NodeJS.Timeout | undefined;
    let readyAt: number | undefined;
    try {
      return await new Promise<string | undefined>((resolve) => {
        const giveUp = () => resolve("it took too long.");
        timer = setTimeout(giveUp, startMs);
        worker.on("message", (progress: Progress) => {
          clearTimeout(timer);
          readyAt ??= performance.now();
          tried = progress.tried;
          processorSpentMs = before.processorSpentMs + progress.spentMs;
          spentMs = before.spentMs + performance.now() - readyAt;
          findings.push(...progress.findings);
          if (tried === operations.length || isOver()) resolve(undefined);
          else timer = setTimeout(giveUp, operationMs);
        });
        worker.on("error", ({ message }) => resolve(`trying it failed: ${message}.`));
      });
    } finally {
      clearTimeout(timer);
      spentMs = before.spentMs + (readyAt === undefined ? startMs : performance.now() - readyAt);
      await worker.terminate();
    }
  }
}

/** Same extension as this module: TypeScript in the workspace, JavaScript in the package. */
const threadFile = new URL(`./thread${path.extname(import.meta.url)}`, import.meta.url);
