import path from "node:path";
import { Worker } from "node:worker_threads";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { SpanExporter } from "@opentelemetry/sdk-trace";

export interface Destination {
  /** The collector's address for traces. */
  url: string;
  timeoutMillis: number;
}

export interface Batch {
  id: number;
  body: Uint8Array;
}

/** What became of a batch: it has arrived, unless there is an error, of which a thread can hand over no more. */
export interface Outcome {
  id: number;
  error?: { message: string; code?: string | number | undefined } | undefined;
}

/**
 * Sends spans to a collector from a thread of its own. An HTTP client in the server's thread would slow the server down
 * by a tenth, from its first request on: V8 compiles Node's functions for streams, sockets and messages for the few
 * kinds of objects that they have met.
 */
export function exportInThread(destination: Destination): SpanExporter {
  let running: Worker | undefined;
  /** By id. */
  const sent = new Map<number, (result: ExportResult) => void>();
  let lastId = 0;

  function settle(id: number, error: Outcome["error"]): void {
    const done = sent.get(id);
    sent.delete(id);
    if (sent.size === 0) running?.unref();
    if (error)
      done?.({ code: ExportResultCode.FAILED, error: Object.assign(new Error(error.message), error) });
    else done?.({ code: ExportResultCode.SUCCESS });
  }

  function runningThread(): Worker {
    if (running) return running;
    const worker = new Worker(threadFile, {
      workerData: destination,
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    });
    worker.on("message", ({ id, error }: Outcome) => settle(id, error));
    let cause = "The thread has ended.";
    worker.on("error", (error) => {
      cause = String(error);
    });
    worker.on("exit", () => {
      if (running === worker) running = undefined;
      for (const id of [...sent.keys()]) settle(id, { message: cause });
    });
    running = worker;
    return worker;
  }

  return {
    export(spans, done) {
      const body = JsonTraceSerializer.serializeRequest(spans);
      if (!body) return done({ code: ExportResultCode.SUCCESS });
      const id = ++lastId;
      sent.set(id, done);
      const worker = runningThread();
      // It keeps the process alive only while something is on its way.
      worker.ref();
      worker.postMessage({ id, body } satisfies Batch);
    },
    async shutdown() {
      await running?.terminate();
    },
  };
}

/** As this module is: TypeScript in the workspace, JavaScript in the package. */
const threadFile = new URL(`./export-thread${path.extname(import.meta.url)}`, import.meta.url);
