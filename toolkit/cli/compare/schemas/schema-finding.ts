import type { Finding } from "@counterpart/server/document/findings/finding";

/** What keeps values that one schema accepts from being accepted by another. A warning is allowed, and may surprise. */
export interface SchemaFinding extends Finding {
  rule: string;
  pointer: string;
  /** What leads there: the names of properties, and `items`. */
  words: string[];
  /** There may be no such value; one is still to be looked for. */
  isUndecided?: boolean;
}

/** Each finding once: alternatives share what is written beside them. */
export function withoutRepeats<F extends Pick<Finding, "rule" | "message" | "pointer">>(findings: F[]): F[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, message, pointer }) => {
    const key = JSON.stringify([rule, message, pointer]);
    return !seen.has(key) && seen.add(key);
  });
}
