const maxViolations = 5;

/** What is wrong with a request, as its error says it. */
export function inOneSentence(violations: string[]): string {
  const rest = violations.length - maxViolations;
  const first = violations.slice(0, maxViolations).join("; ");
  return `Invalid request: ${first}${rest > 0 ? `; and ${rest} more` : ""}.`;
}
