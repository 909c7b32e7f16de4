/** The caller's clock: a `Date`, or milliseconds since the epoch. */
export interface Clock {
  now(): Date | number;
}

interface Due {
  atMs: number;
  run: () => void;
}

// Node turns longer timeouts into 1 ms.
const maxTimeoutMs = 2_147_483_647;

/**
 * The stand-in's time, the given clock plus the skipped time, with its schedule. While a scheduled function
 * runs, `nowMs` is the time it was due: a renewal that runs three months late is dated three months ago.
 */
export class Timeline {
  readonly #clock: Clock;
  #skippedMs = 0;
  #dueMs: number | undefined;
  #due: Due[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nowMs(): number {
    return this.#dueMs ?? Number(this.#clock.now()) + this.#skippedMs;
  }

  /** Whole seconds since the epoch, Stripe's unit. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** The time that callers are shown, in `Date` headers and signatures. It isn't set back while something late runs. */
  shownSeconds(): number {
    const presentMs = Number(this.#clock.now()) + this.#skippedMs;
    return Math.floor(Math.max(this.nowMs(), presentMs) / 1000);
  }

  /** The skipped time in milliseconds. */
  skippedMs(): number {
    return this.#skippedMs;
  }

  /** Skips time without running anything. */
  skip(ms: number): void {
    this.#skippedMs += ms;
  }

  at(atMs: number, run: () => void): void {
    const index = this.#due.findLastIndex((due) => due.atMs <= atMs) + 1;
    this.#due.splice(index, 0, { atMs, run });
    if (index === 0) this.#wakeForNext();
  }

  /** Runs everything that is due. */
  settle(): void {
    if (this.#dueMs !== undefined) return;
    try {
      for (let due = this.#takeDue(this.nowMs()); due; due = this.#takeDue(this.nowMs())) {
        this.#dueMs = due.atMs;
        due.run();
        this.#dueMs = undefined;
      }
    } finally {
      this.#dueMs = undefined;
    }
    this.#wakeForNext();
  }

  /** Moves time forward, running what is due on the way and awaiting `idle` after each. */
  async advance(ms: number, idle: () => Promise<void>): Promise<void> {
    this.settle();
    await idle();
    const untilMs = this.nowMs() + ms;
    try {
      for (let due = this.#takeDue(untilMs); due; due = this.#takeDue(untilMs)) {
        this.#dueMs = due.atMs;
        due.run();
        await idle();
      }
    } finally {
      this.#dueMs = undefined;
      this.#skippedMs += ms;
    }
    this.#wakeForNext();
  }

  close(): void {
    this.#due = [];
    clearTimeout(this.#timer);
  }

  #takeDue(untilMs: number): Due | undefined {
    const [first] = this.#due;
    return first && first.atMs <= untilMs ? this.#due.shift() : undefined;
  }

  #wakeForNext(): void {
    clearTimeout(this.#timer);
    const [first] = this.#due;
    if (!first) return;
    const waitMs = Math.min(Math.max(first.atMs - this.nowMs(), 0), maxTimeoutMs);
    // At least a second, because a stopped clock would make this loop.
    this.#timer = setTimeout(() => this.settle(), Math.max(waitMs, 1000));
    this.#timer.unref();
  }
}
