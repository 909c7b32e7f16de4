import type { ApiDocument } from "../../document/document.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import type { Requests } from "../listen/exchanges.ts";

/** Up to this many operations, all validators are compiled before the first request. */
const maxBefore = 50;

/** Milliseconds of compiling between checks for requests. A single schema may take longer. */
const sliceMs = 10;

/**
 * Compiles validators ahead of their first request. Many operations are compiled in slices while the server
 * is idle, except the first one, which is slow because it warms up the compiler.
 * @returns stops compiling ahead; the remaining validators compile when a request needs them
 */
export function compileAhead(
  documents: { document: ApiDocument; validators: OperationValidators }[],
  time: QuietTime,
): () => void {
  const operations = documents.flatMap(({ document, validators }) => document.operations.map(validators));
  const before = operations.length <= maxBefore ? operations.length : 1;
  for (const _ of stepsOf(operations.slice(0, before)));
  if (before === operations.length) return () => {};
  const steps = stepsOf(operations.slice(before));
  let cancel = time.whenQuiet(runSlice);
  function runSlice(): void {
    const startedAt = time.now();
    while (time.now() - startedAt < sliceMs) if (steps.next().done) return;
    cancel = time.whenQuiet(runSlice);
  }
  return () => cancel();
}

function* stepsOf(operations: ReturnType<OperationValidators>[]): Generator<void> {
  for (const operation of operations) {
    try {
      yield* operation.compileAhead();
    } catch {
      // An error is reported when a request needs the validator.
    }
  }
}

/** Milliseconds. An active client sends its next request sooner. */
const quietMs = 50;

/** Detects when a server is idle. */
interface QuietTime {
  /** Milliseconds. */
  now(): number;
  /**
   * Runs `work` once no request is open and none has arrived recently; returns a function that cancels it.
   */
  whenQuiet(work: () => void): () => void;
}

export function createQuietTime({ open, begun }: Requests): QuietTime {
  let seen = begun();
  return {
    now: () => performance.now(),
    whenQuiet(work) {
      let timer: NodeJS.Timeout | undefined;
      // Lets requests that have arrived meanwhile begin first.
      const immediate = setImmediate(look);
      function look(): void {
        const isQuiet = open() === 0 && begun() === seen;
        seen = begun();
        if (isQuiet) work();
        else timer = setTimeout(look, quietMs);
      }
      return () => {
        clearImmediate(immediate);
        clearTimeout(timer);
      };
    },
  };
}
