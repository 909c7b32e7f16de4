export interface BatchBounds {
  /** Batches running at the same time. */
  maxRunning: number;
  /** Calls in a batch. */
  maxSize: number;
  /** How long a call may wait for its batch to start. */
  maxWaitMs: number;
  /** The error for calls that waited longer. */
  refusal: () => Error;
}

/** Runs calls together and resolves to a result for each, in their order. */
export type RunBatch<Call, Result> = (calls: Call[]) => Promise<Result[]>;

interface WaitingCall<Call, Result> {
  call: Call;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches calls made in the same turn of the event loop or while other batches run. Calls don't wait while
 * the system is idle, and each call gets cheaper under load. A failed batch rejects all its calls.
 */
export function batchCalls<Call, Result>(
  run: RunBatch<Call, Result>,
  { maxRunning, maxSize, maxWaitMs, refusal }: BatchBounds,
): (call: Call) => Promise<Result> {
  let waiting: WaitingCall<Call, Result>[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || running === maxRunning || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      void runNext();
    });
  }

  async function runNext(): Promise<void> {
    const batch = takeNext();
    if (batch.length === 0) return;
    running++;
    // Schedules the remaining calls.
    schedule();
    try {
      const results = await run(batch.map(({ call }) => call));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      schedule();
    }
  }

  function takeNext(): WaitingCall<Call, Result>[] {
    const startedBefore = performance.now() - maxWaitMs;
    const inTime = waiting.findIndex(({ since }) => since >= startedBefore);
    const late = inTime === -1 ? waiting : waiting.slice(0, inTime);
    for (const { reject } of late) reject(refusal());
    const rest = waiting.slice(late.length);
    waiting = rest.slice(maxSize);
    return rest.slice(0, maxSize);
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, since: performance.now(), resolve, reject });
      schedule();
    });
}
