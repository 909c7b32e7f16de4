import type { ExchangeRequest } from "../exchange.ts";
import { isCompressed } from "./read-bytes.ts";

/** Bytes of request bodies that may be in memory at the same time. */
export interface BodyBudget {
  /**
   * Reserves bytes before they are read.
   * @param holder who the bytes are for; a single holder gets only a part of the budget
   * @returns a function that releases the bytes; undefined when the budget is used up
   */
  take(holder: string, bytes: number): (() => void) | undefined;
}

/** One holder's usual share of the budget. */
const share = 1 / 4;

export function createBodyBudget(maxBytes: number, maxBytesOfHolder = maxBytes * share): BodyBudget {
  let taken = 0;
  const byHolder = new Map<string, number>();

  function add(holder: string, bytes: number): void {
    taken += bytes;
    const held = (byHolder.get(holder) ?? 0) + bytes;
    if (held > 0) byHolder.set(holder, held);
    else byHolder.delete(holder);
  }

  return {
    take(holder, bytes) {
      const held = byHolder.get(holder) ?? 0;
      if (taken + bytes > maxBytes || held + bytes > maxBytesOfHolder) return undefined;
      add(holder, bytes);
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        add(holder, -bytes);
      };
    },
  };
}

/**
 * How many bytes to reserve for a body: its Content-Length, or the limit if that is missing or the body is compressed.
 */
export function possibleSize(req: Pick<ExchangeRequest, "headers">, maxSize: number): number {
  const length = req.headers["content-length"];
  return length === undefined || isCompressed(req) ? maxSize : Math.min(Number(length), maxSize);
}
