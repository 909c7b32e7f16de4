import { getOrMake } from "../../document/get-or-make.ts";
import { addressOf } from "../client-address.ts";
import { contextOf } from "../context.ts";
import { ApiError } from "../errors/api-error.ts";
import type { ExchangeRequest, ExchangeResponse } from "../exchange.ts";

/** One holder's usual share of the budget. */
const share = 1 / 4;

export type BodyBudget = ReturnType<typeof createBodyBudget>;

/** Bytes of request bodies that may be in memory at the same time. */
export function createBodyBudget(maxBytes: number, maxBytesOfHolder = maxBytes * share) {
  let taken = 0;
  const byHolder = new Map<string, number>();

  function add(holder: string, bytes: number): boolean {
    const held = (byHolder.get(holder) ?? 0) + bytes;
    if (bytes > 0 && (taken + bytes > maxBytes || held > maxBytesOfHolder)) return false;
    taken += bytes;
    if (held > 0) byHolder.set(holder, held);
    else byHolder.delete(holder);
    return true;
  }

  return {
    /**
     * Reserves bytes before they are read.
     * @param holder who the bytes are for; a single holder gets only a part of the budget
     * @returns undefined when the budget is used up
     */
    take(holder: string, bytes: number) {
      let reserved = 0;
      let isReleased = false;
      const reservation = {
        /** Reserves further bytes. @returns false when the budget is used up */
        take(more: number): boolean {
          if (isReleased || !add(holder, more)) return false;
          reserved += more;
          return true;
        },
        /** Releases all of them. */
        release(): void {
          if (!isReleased) add(holder, -reserved);
          isReleased = true;
        },
      };
      return reservation.take(bytes) ? reservation : undefined;
    },
  };
}

/** Bytes. Smaller bodies are parsed and validated within about a millisecond. */
const minBytes = 32 * 1024;
/** How long the next body waits, as a multiple of the time that one took. Other requests have this time to themselves. */
const pauses = 3;
const pollMs = 20;
/** The longest time that a body is assumed to take; one of a megabyte takes a twentieth. */
const maxMs = 1000;

/** Whose memory and turns a request takes: its caller's, or its address's outside the pipeline and without a caller. */
export function holderOf(req: ExchangeRequest, res: ExchangeResponse): string {
  const identity = contextOf(res)?.identity;
  return identity?.group ?? identity?.bucket ?? addressOf(req);
}

/** All apps of a process share one thread, and so its turns. */
export const turnToParse = createBodyTurns();

/**
 * Lets large bodies wait until they may be parsed: one at a time, with time for other requests in between, holders taking
 * turns. The caller then parses and validates the body without waiting for anything, since this is what is measured.
 */
export function createBodyTurns() {
  /** The waiting bodies of each holder, next turn first. */
  const waiting = new Map<string, Set<symbol>>();
  /** When the next body may be parsed, as `performance.now()`. */
  let freeAt = 0;

  /**
   * @param res closes if the client leaves
   * @returns rejects with an ApiError if the client has left; undefined for a body that needs no turn
   */
  return (holder: string, bytes: number, res: ExchangeResponse): Promise<void> | undefined =>
    bytes < minBytes ? undefined : takeTurn(holder, res);

  async function takeTurn(holder: string, res: ExchangeResponse): Promise<void> {
    const place = Symbol();
    const places = getOrMake(waiting, holder, () => new Set<symbol>());
    places.add(place);
    try {
      while (performance.now() < freeAt || !isNext(place)) {
        // By its own timer, since a runtime may cancel timers of other requests.
        const ms = Math.max(1, Math.min(pollMs, freeAt - performance.now()));
        await new Promise((resolve) => setTimeout(resolve, ms));
        if (res.destroyed) throw new ApiError("INVALID_REQUEST", "The client left before its body was read.");
      }
    } finally {
      places.delete(place);
      // The holder's next body waits behind those of all others.
      waiting.delete(holder);
      if (places.size > 0) waiting.set(holder, places);
    }
    const startedAt = performance.now();
    freeAt = startedAt + maxMs;
    setImmediate(() => {
      const now = performance.now();
      freeAt = now + pauses * (now - startedAt);
    });
  }

  function isNext(place: symbol): boolean {
    const [places] = waiting.values();
    const [first] = places ?? [];
    return first === place;
  }
}
