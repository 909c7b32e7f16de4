import type { ApiDocument } from "../../document/document.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import type { QuietTime } from "./quiet-time.ts";

/** Of up to so many operations, all validators are compiled before the first request is answered. */
const maxBefore = 50;

/** Milliseconds, after which it is asked again whether there are requests. A single schema may take longer. */
const sliceMs = 10;

export interface CompiledDocument {
  document: ApiDocument;
  validators: OperationValidators;
}

/**
 * Compiles the validators of a server's documents, so that the first request to an operation takes no longer than the
 * hundredth. Those of many operations are compiled bit by bit, while there are no requests, except for the first
 * operation's: the first schemas take several times as long as others, as the compiler itself has never run.
 * @returns stops what isn't compiled yet, which then is when a request first needs it
 */
export function compileAhead(documents: CompiledDocument[], time: QuietTime): () => void {
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
      // Whatever can't be compiled is told of when a request needs it.
    }
  }
}
