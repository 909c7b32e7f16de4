import path from "node:path";
import { Worker } from "node:worker_threads";
import type { RawDocument } from "@counterpart/server/document/references";
import { ProblemJsonError } from "@stoplight/prism-http/dist/types.js";
import type {
  Outcome,
  Preferences,
  PreferencesSource,
  PrismAnswer,
  PrismRequest,
  ProblemDetails,
  Question,
} from "./messages.ts";

/** The thread has ended, so that nothing is known of what it was asked. */
export class PrismEnded extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Prism's thread ended: ${reason}. The next request starts another.`, { cause });
    this.name = "PrismEnded";
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** Prism in a thread of its own. Every method rejects with `PrismEnded` when the thread ends, and starts it again. */
export interface PrismThread {
  /** Loads Prism, which takes most of a second, before it is needed. */
  load(): Promise<void>;
  /** @param prepare makes the document that Prism chooses from, unless it is prepared under this key */
  reply(key: string, prepare: () => RawDocument, request: PrismRequest): Promise<PrismAnswer>;
  /** Rejects with Prism's error when they can't be read (`code=abc`). */
  preferences(source: PreferencesSource): Promise<Preferences>;
}

/** So many replies stay prepared; to prepare one takes a few milliseconds. */
const maxPrepared = 100;

interface Asked {
  resolve(value: never): void;
  reject(error: unknown): void;
}

interface Running {
  worker: Worker;
  /** By id. */
  asked: Map<number, Asked>;
  /** What the thread has prepared, the latest last. */
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
    // It keeps the process alive only while something is asked; its listeners would.
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
    // Whatever it is asked, it answers when Prism is loaded.
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

/** As this module is: TypeScript in the workspace, JavaScript in the package. */
const threadFile = new URL(`./thread${path.extname(import.meta.url)}`, import.meta.url);

/** The one of this process: of several documents, Prism is loaded once. */
export const sharedPrism = createPrismThread();
