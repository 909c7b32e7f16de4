import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Stripe } from "stripe";
import type { IdempotencyKeys } from "../api/idempotency.ts";
import { eventsListedSeconds } from "../events/events.ts";
import type { AccountState } from "../state/account-state.ts";
import type { State } from "../state/state.ts";
import { resumeTimeline } from "./resume-timeline.ts";

/** The content of the state file. */
export interface Memory {
  format: typeof format;
  /** The previous port, reused so that links to its pages keep working. */
  port: number;
  url: string;
  skippedMs: number;
  /** The platform's account first. */
  accounts: AccountState[];
  events: { account: string; event: Stripe.EventBase }[];
  idempotencyKeys: ReturnType<IdempotencyKeys["saved"]>;
}

const format = 4;

/** The file's content; undefined if there is none. Throws if it is unreadable. */
export async function readMemory(file: string): Promise<Memory | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const memory: Partial<Memory> | null = JSON.parse(text, toCollection);
  if (memory?.format !== format) throw new Error(`its format is ${memory?.format}, not ${format}`);
  return memory as Memory;
}

/** Restores a saved state, even under another URL. */
export function restore(memory: Memory, state: State, keys: IdempotencyKeys): void {
  const { accounts, events, idempotencyKeys, skippedMs } = movedTo(state.url, memory);
  state.timeline.skip(skippedMs);
  state.adopt(accounts);
  for (const { account, event } of events) {
    state.events.all.push({ account: state.accountOf(account), event });
  }
  keys.restore(idempotencyKeys);
  resumeTimeline(state);
}

/** Replaces the old URL in all links. */
function movedTo(url: string, memory: Memory): Memory {
  if (url === memory.url) return memory;
  const text = JSON.stringify(memory, fromCollection).replaceAll(`"${memory.url}/`, `"${url}/`);
  return JSON.parse(text, toCollection);
}

export interface StateFile {
  /** Reports a change, which is written within a second. */
  touch(): void;
  /** Resolves when all changes are written. */
  close(): Promise<void>;
}

const maxDelayMs = 1000;
const debounceMs = 200;

/**
 * Keeps the state in a file that only its owner may read. Writes replace the whole file, so a process killed
 * while writing leaves the previous one intact.
 */
export function keepStateFile(file: string, capture: () => Memory): StateFile {
  let timer: NodeJS.Timeout | undefined;
  let dirtySince: number | undefined;
  let isClosed = false;
  let writing: Promise<void> = Promise.resolve();

  const save = () => {
    clearTimeout(timer);
    if (dirtySince === undefined) return;
    dirtySince = undefined;
    const text = JSON.stringify(capture(), fromCollection);
    writing = writing
      .then(() => replace(file, text))
      .catch((error: unknown) =>
        console.warn(`The Stripe stand-in can't write its state to ${file}: ${String(error)}`),
      );
  };

  return {
    touch() {
      if (isClosed) return;
      const now = performance.now();
      dirtySince ??= now;
      clearTimeout(timer);
      timer = setTimeout(save, Math.max(0, Math.min(debounceMs, dirtySince + maxDelayMs - now)));
      timer.unref();
    },
    async close() {
      isClosed = true;
      save();
      await writing;
    },
  };
}

export function capture(state: State, keys: IdempotencyKeys, port: number): Memory {
  const now = state.timeline.nowSeconds();
  return {
    format,
    port,
    url: state.url,
    skippedMs: state.timeline.skippedMs(),
    accounts: state.accounts(),
    events: state.events.all
      .filter(({ event }) => event.created > now - eventsListedSeconds)
      .map(({ account, event }) => ({ account: account.account.id, event })),
    idempotencyKeys: keys.saved(state.timeline.nowMs()),
  };
}

async function replace(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  try {
    await writeFile(fresh, text, { mode: 0o600 });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

// JSON has no maps or sets. No Stripe object has lists under these names.
function fromCollection(_name: string, value: unknown): unknown {
  if (value instanceof Map) return { $map: [...value] };
  return value instanceof Set ? { $set: [...value] } : value;
}

function toCollection(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$map" in value && Array.isArray(value.$map)) return new Map(value.$map);
  return "$set" in value && Array.isArray(value.$set) ? new Set(value.$set) : value;
}
