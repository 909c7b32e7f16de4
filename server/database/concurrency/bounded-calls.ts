export interface CallBounds {
  /** Calls running at the same time. */
  maxRunning: number;
  /** Calls that may wait for a running one to finish. */
  maxWaiting: number;
  /** How long a call may wait. */
  timeoutMs: number;
  /** The error for rejected calls. */
  refusal: () => Error;
}

export interface BoundedCalls {
  <T>(run: () => Promise<T>): Promise<T>;
  load(): { used: number; waiting: number };
}

/** Bounds the calls to a slow system: a call that can't start soon is rejected. */
export function boundCalls({ maxRunning, maxWaiting, timeoutMs, refusal }: CallBounds): BoundedCalls {
  let used = 0;
  // In order of arrival. A call that times out is removed, so the size is the number of waiting calls.
  const queue = new Set<() => void>();

  function acquire(): Promise<void> {
    if (used < maxRunning) {
      used++;
      return Promise.resolve();
    }
    if (queue.size >= maxWaiting) {
      return Promise.reject(refusal());
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(begin);
        reject(refusal());
      }, timeoutMs);
      function begin(): void {
        clearTimeout(timer);
        resolve();
      }
      queue.add(begin);
    });
  }

  /** Starts the call that has waited longest. */
  function release(): void {
    const [next] = queue;
    if (next) {
      queue.delete(next);
      next();
    } else {
      used--;
    }
  }

  async function call<T>(run: () => Promise<T>): Promise<T> {
    await acquire();
    try {
      return await run();
    } finally {
      release();
    }
  }
  return Object.assign(call, { load: () => ({ used, waiting: queue.size }) });
}
