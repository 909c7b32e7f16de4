export interface CallBounds {
  /** Calls under way at once. */
  atOnce: number;
  /** Calls that may wait for one of them to end. */
  waiting: number;
  /** How long they may. */
  patienceMs: number;
  /** What is thrown to calls beyond that; the cause says which bound it was. */
  refusal: (cause: Error) => Error;
}

export interface BoundedCalls {
  <T>(run: () => Promise<T>): Promise<T>;
  load(): { used: number; waiting: number };
}

/** Keeps calls to a system that has become slow from piling up: what can't begin soon is refused. */
export function boundCalls({ atOnce, waiting, patienceMs, refusal }: CallBounds): BoundedCalls {
  let used = 0;
  // In the order of their arrival. Who gives up leaves, so that the length is the number of those who wait.
  const queue = new Set<() => void>();

  function takePlace(): Promise<void> {
    if (used < atOnce) {
      used++;
      return Promise.resolve();
    }
    if (queue.size >= waiting) {
      return Promise.reject(refusal(new Error(`${used} are under way, and ${queue.size} wait already`)));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(begin);
        reject(refusal(new Error(`${used} were under way for ${patienceMs} ms`)));
      }, patienceMs);
      function begin(): void {
        clearTimeout(timer);
        resolve();
      }
      queue.add(begin);
    });
  }

  /** Hands the place to who waits longest. */
  function leavePlace(): void {
    const [next] = queue;
    if (next) {
      queue.delete(next);
      next();
    } else {
      used--;
    }
  }

  async function call<T>(run: () => Promise<T>): Promise<T> {
    await takePlace();
    try {
      return await run();
    } finally {
      leavePlace();
    }
  }
  return Object.assign(call, { load: () => ({ used, waiting: queue.size }) });
}
