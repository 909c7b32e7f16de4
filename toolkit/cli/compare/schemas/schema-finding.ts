import type { Finding } from "@counterpart/server/document/findings/finding";

/** Why one schema refuses values that another accepts. A warning is allowed but may surprise. */
export interface SchemaFinding extends Finding {
  rule: string;
  pointer: string;
  /** The path to the value: property names, and `items`. */
  words: string[];
  /** It is uncertain whether such a value exists; a counterexample decides. */
  isUndecided?: boolean;
}

/** Removes repeated findings: alternatives share the schemas beside them. */
export function withoutRepeats<F extends Pick<Finding, "rule" | "message" | "pointer">>(findings: F[]): F[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, message, pointer }) => {
    const key = JSON.stringify([rule, message, pointer]);
    return !seen.has(key) && seen.add(key);
  });
}
