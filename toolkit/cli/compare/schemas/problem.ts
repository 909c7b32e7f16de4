/** What keeps values that one schema accepts from being accepted by another. */
export interface Problem {
  rule: string;
  message: string;
  /** Where it is written. */
  pointer: string;
  /** What leads there: the names of properties, and `items`. */
  words: string[];
  /**
   * `warning`: allowed, though clients may be surprised. `undecided`: there may be no such value; one is still to be
   * looked for.
   */
  certainty: "break" | "warning" | "undecided";
}

/** Each problem once: alternatives share what is written beside them. */
export function withoutRepeats(problems: Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ rule, message, pointer }) => {
    const key = JSON.stringify([rule, message, pointer]);
    return !seen.has(key) && seen.add(key);
  });
}
