import type { IncomingMessage } from "node:http";

/** Bytes of request bodies that may be in memory at once. */
export interface BodyBudget {
  /**
   * Sets bytes aside before they are read.
   * @param holder whose they are: nobody gets more than a share, so that one can't use up what all have
   * @returns what gives them back; undefined when they aren't to be had
   */
  take(holder: string, bytes: number): (() => void) | undefined;
}

/** One holder's part of it all. */
const share = 1 / 4;

export function createBodyBudget(maxBytes: number): BodyBudget {
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
      if (taken + bytes > maxBytes || held + bytes > maxBytes * share) return undefined;
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

/** How many bytes of memory a body may come to: as many as it says, or as may be read where it doesn't say. */
export function possibleSize({ headers }: IncomingMessage, maxSize: number): number {
  const length = headers["content-length"];
  const isCompressed = (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
  return length === undefined || isCompressed ? maxSize : Math.min(Number(length), maxSize);
}
