export interface FairBounds {
  /** Calls running at the same time. */
  maxRunning: number;
  /** Calls of one group that may wait. */
  maxWaitingPerGroup: number;
  /** Waiting calls across all groups. Beyond this, a group with no waiting call may still add one. */
  maxWaiting: number;
  /** How long a call may wait. */
  timeoutMs: number;
  /** The error for rejected calls. */
  refusal: () => Error;
}

export interface FairCalls {
  /** @param group whom the call is for; groups take turns, so a busy group delays only itself */
  <T>(group: string, run: () => Promise<T>): Promise<T>;
  load(): { used: number; waiting: number };
}

interface Waiting {
  begin: () => void;
}

/** Limits concurrent calls; waiting calls take turns by group. */
export function fairCalls(bounds: FairBounds): FairCalls {
  const { maxRunning, maxWaitingPerGroup, maxWaiting, timeoutMs, refusal } = bounds;
  /** The waiting groups, next turn first. */
  const groups = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function isFull(group: string): boolean {
    const own = groups.get(group)?.length ?? 0;
    return own >= maxWaitingPerGroup || (waiting >= maxWaiting && own > 0);
  }

  function wait(group: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const place: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave(group, place);
        reject(refusal());
      }, timeoutMs);
      const places = groups.get(group);
      if (places) places.push(place);
      else groups.set(group, [place]);
      waiting++;
    });
  }

  function leave(group: string, place: Waiting): void {
    const places = groups.get(group) ?? [];
    places.splice(places.indexOf(place), 1);
    if (places.length === 0) groups.delete(group);
    waiting--;
  }

  /** Starts the next group's first call and moves that group to the back of the queue. */
  function beginNext(): void {
    const [turn] = groups;
    const place = turn?.[1][0];
    if (!turn || !place) {
      running--;
      return;
    }
    const [group, places] = turn;
    leave(group, place);
    if (places.length > 0) {
      groups.delete(group);
      groups.set(group, places);
    }
    place.begin();
  }

  async function call<T>(group: string, run: () => Promise<T>): Promise<T> {
    if (running < maxRunning) running++;
    else if (isFull(group)) throw refusal();
    else await wait(group);
    try {
      return await run();
    } finally {
      beginNext();
    }
  }
  return Object.assign(call, { load: () => ({ used: running, waiting }) });
}
