import path from "node:path";
import { Worker } from "node:worker_threads";
import type { RawDocument } from "@counterpart/server/document";
import { ProblemJsonError } from "./internals.ts";
import type {
  Outcome,
  Preferences,
  PreferencesSource,
  PrismAnswer,
  PrismRequest,
  ProblemDetails,
  Question,
} from "./messages.ts";

/** The thread has ended, so the result of its pending requests is unknown. */
export class PrismEnded extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Prism's thread ended: ${reason}. The next request starts another.`, { cause });
    this.name = "PrismEnded";
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** Prism in a worker thread. If it ends, pending calls reject with `PrismEnded`; the next one restarts it. */
export interface PrismThread {
  /** Loads Prism in advance, which takes most of a second. */
  load(): Promise<void>;
  /** @param prepare makes the document for Prism, unless it is already prepared under this key */
  reply(key: string, prepare: () => RawDocument, request: PrismRequest): Promise<PrismAnswer>;
  /** Rejects with Prism's error if the preferences are invalid (`code=abc`). */
  preferences(source: PreferencesSource): Promise<Preferences>;
}

/** The limit on cached replies; preparing one takes a few milliseconds. */
const maxPrepared = 100;

interface Asked {
  resolve(value: never): void;
  reject(error: unknown): void;
}

interface Running {
  worker: Worker;
  /** Pending requests by id. */
  asked: Map<number, Asked>;
  /** The prepared keys, most recent last. */
  keys: Set<string>;
}

/** @param file the thread's program */
export function createPrismThread(file: URL = threadFile): PrismThread {
  let running: Running | undefined;
  let lastId = 0;

  function runningThread(): Running {
    if (running) return running;
    const worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: 8 } });
    const started: Running = { worker, asked: new Map(), keys: new Set() };
    const end = (cause: unknown) => {
      if (running === started) running = undefined;
      for (const { reject } of started.asked.values()) reject(new PrismEnded(cause));
      started.asked.clear();
    };
    worker.on("message", (outcome: Outcome) => {
      settle(started.asked, outcome);
      if (started.asked.size === 0) worker.unref();
    });
    worker.on("error", end);
    worker.on("exit", (code) => end(`with exit code ${code}`));
    // The worker's listeners would keep the process alive; only pending requests should.
    worker.unref();
    running = started;
    return started;
  }

  function ask<Value>(question: WithoutId<Question>): Promise<Value> {
    const { worker, asked } = runningThread();
    const id = ++lastId;
    return new Promise<Value>((resolve, reject) => {
      worker.postMessage({ ...question, id });
      asked.set(id, { resolve, reject });
      worker.ref();
    });
  }

  return {
    // Any request is answered only after Prism is loaded.
    load: async () => void (await ask({ kind: "preferences", source: { query: {} } })),
    async reply(key, prepare, request) {
      const known = runningThread().keys.has(key);
      const raw = known ? undefined : prepare();
      const { keys } = runningThread();
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      const forget = keys.size > maxPrepared ? oldest : undefined;
      if (forget !== undefined) keys.delete(forget);
      return ask({
        kind: "reply",
        key,
        request,
        ...(raw && { raw }),
        ...(forget !== undefined && { forget }),
      });
    },
    preferences: (source) => ask({ kind: "preferences", source }),
  };
}

function settle(asked: Running["asked"], outcome: Outcome): void {
  const { resolve, reject } = asked.get(outcome.id) as Asked;
  asked.delete(outcome.id);
  if (outcome.kind === "done") resolve(outcome.value as never);
  else reject(outcome.kind === "failed" ? new Error(outcome.message) : problemOf(outcome.problem));
}

function problemOf({ name, message, status, detail }: ProblemDetails): ProblemJsonError {
  return new ProblemJsonError(name, message, status, detail);
}

/** Same extension as this module: TypeScript in the workspace, JavaScript in the package. */
const threadFile = new URL(`./thread${path.extname(import.meta.url)}`, import.meta.url);

/** Shared by all documents of this process, so that Prism is loaded once. */
export const sharedPrism = createPrismThread();
