import pLimit from "p-limit";

export interface CallBounds {
  /** Calls under way at once. */
  atOnce: number;
  /** Calls that may wait for one of them to end. */
  waiting: number;
  /** How long they may. */
  patienceMs: number;
  /** What is thrown to calls beyond that. */
  refusal: () => Error;
}

export interface BoundedCalls {
  <T>(run: () => Promise<T>): Promise<T>;
  load(): { used: number; waiting: number };
}

/** Keeps calls to a system that has become slow from piling up: what can't begin soon is refused. */
export function boundCalls({ atOnce, waiting, patienceMs, refusal }: CallBounds): BoundedCalls {
  const limit = pLimit(atOnce);
  async function call<T>(run: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= waiting) throw refusal();
    const place = Promise.withResolvers<T>();
    let isWaiting = true;
    const timer = setTimeout(() => {
      isWaiting = false;
      place.reject(refusal());
    }, patienceMs);
    void limit(async () => {
      clearTimeout(timer);
      if (isWaiting) await run().then(place.resolve, place.reject);
    });
    return place.promise;
  }
  return Object.assign(call, {
    load: () => ({ used: limit.activeCount, waiting: limit.pendingCount }),
  });
}
