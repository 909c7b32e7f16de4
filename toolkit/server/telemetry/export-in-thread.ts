import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Span } from "./span.ts";

export interface Destination {
  /** The collector's address for traces. */
  url: string;
  timeoutMillis: number;
  /** The service's name, unless OTEL_SERVICE_NAME is set. */
  serviceName: string;
  serviceVersion: string;
  /** Differs between all processes, unless OTEL_RESOURCE_ATTRIBUTES has it. */
  serviceInstanceId: string;
}

export interface SpanExporter {
  /** @param done what became of them: they have arrived, unless there is an error */
  export(spans: Span[], done: (error?: ExportError) => void): void;
  /** Waits for what is on its way. */
  close(): Promise<void>;
}

/** What a thread can hand over of an error. */
export interface ExportError {
  message: string;
  code?: string | number | undefined;
}

export interface Batch {
  id: number;
  spans: Span[];
}

export interface Outcome {
  /** The batch's. */
  id: number;
  error?: ExportError | undefined;
}

/**
 * Sends spans to a collector from a thread of its own. An HTTP client in the server's thread would slow the server down
 * by a tenth, from its first request on: V8 compiles Node's functions for streams, sockets and messages for the few
 * kinds of objects that they have met.
 */
export function exportInThread(destination: Destination): SpanExporter {
  let running: Worker | undefined;
  /** By id. */
  const sent = new Map<number, (error?: ExportError) => void>();
  let lastId = 0;
  let whenEmpty = (): void => {};

  function settle(id: number, error: ExportError | undefined): void {
    const done = sent.get(id);
    sent.delete(id);
    done?.(error);
    if (sent.size > 0) return;
    running?.unref();
    whenEmpty();
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
      const id = ++lastId;
      sent.set(id, done);
      const worker = runningThread();
      // It keeps the process alive only while something is on its way.
      worker.ref();
      worker.postMessage({ id, spans } satisfies Batch);
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      whenEmpty = resolve;
      if (sent.size > 0) await promise;
      await running?.terminate();
    },
  };
}

/** As this module is: TypeScript in the workspace, JavaScript in the package. */
const threadFile = new URL(`./export-thread${path.extname(import.meta.url)}`, import.meta.url);
