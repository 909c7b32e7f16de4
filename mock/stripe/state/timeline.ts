/** A clock as the caller has it; a `Date` or milliseconds since the epoch. */
export interface Clock {
  now(): Date | number;
}

interface Due {
  atMs: number;
  run: () => void;
}

// Node turns a longer timeout into one of a single millisecond.
const longestTimeoutMs = 2_147_483_647;

/**
 * The stand-in's time: the given clock plus what tests have skipped, and what is due when. While something due runs,
 * `nowMs` is the moment it was due, so a renewal that is found three months late is dated three months ago.
 */
export class Timeline {
  readonly #clock: Clock;
  #skippedMs = 0;
  #pretendedMs: number | undefined;
  #due: Due[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nowMs(): number {
    return this.#pretendedMs ?? Number(this.#clock.now()) + this.#skippedMs;
  }

  /** Stripe's unit: whole seconds since the epoch. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** The given clock without what was skipped: what a receiver compares the age of a signature with. */
  wallSeconds(): number {
    return Math.floor(Number(this.#clock.now()) / 1000);
  }

  /** What tests have skipped, in milliseconds. */
  skippedMs(): number {
    return this.#skippedMs;
  }

  /** Skips time in which nothing is due. */
  skip(ms: number): void {
    this.#skippedMs += ms;
  }

  at(atMs: number, run: () => void): void {
    const index = this.#firstAfter(atMs);
    this.#due.splice(index, 0, { atMs, run });
    if (index === 0) this.#wakeForNext();
  }

  /** Runs what has become due since anyone looked. */
  settle(): void {
    if (this.#pretendedMs !== undefined) return;
    try {
      for (let due = this.#takeDue(this.nowMs()); due; due = this.#takeDue(this.nowMs())) {
        this.#pretendedMs = due.atMs;
        due.run();
        this.#pretendedMs = undefined;
      }
    } finally {
      this.#pretendedMs = undefined;
    }
    this.#wakeForNext();
  }

  /** Moves time forward, stopping at everything due on the way until `idle` says that its consequences are over. */
  async advance(ms: number, idle: () => Promise<void>): Promise<void> {
    this.settle();
    await idle();
    const untilMs = this.nowMs() + ms;
    try {
      for (let due = this.#takeDue(untilMs); due; due = this.#takeDue(untilMs)) {
        this.#pretendedMs = due.atMs;
        due.run();
        await idle();
      }
    } finally {
      this.#pretendedMs = undefined;
      this.#skippedMs += ms;
    }
    this.#wakeForNext();
  }

  close(): void {
    this.#due = [];
    clearTimeout(this.#timer);
  }

  /** By halves, because a bench leaves ten thousand open sessions that all are to expire. */
  #firstAfter(atMs: number): number {
    let low = 0;
    let high = this.#due.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#due[middle]?.atMs ?? 0) > atMs) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #takeDue(untilMs: number): Due | undefined {
    const [first] = this.#due;
    return first && first.atMs <= untilMs ? this.#due.shift() : undefined;
  }

  #wakeForNext(): void {
    clearTimeout(this.#timer);
    const [first] = this.#due;
    if (!first) return;
    const waitMs = Math.min(Math.max(first.atMs - this.nowMs(), 0), longestTimeoutMs);
    // A clock that stands still would wake this again and again without end, hence the second.
    this.#timer = setTimeout(() => this.settle(), Math.max(waitMs, 1000));
    this.#timer.unref();
  }
}
