const maxViolations = 5;

/** Characters of one violation. Its place has names that the caller chose, as long as an address or a body may be. */
const maxLength = 1000;
const keptAtStart = 255;

/** What is wrong with a request, as its error says it. */
export function inOneSentence(violations: string[]): string {
  const rest = violations.length - maxViolations;
  const first = violations.slice(0, maxViolations).map(shortened).join("; ");
  return `Invalid request: ${first}${rest > 0 ? `; and ${rest} more` : ""}.`;
}

/** The beginning of the place, and what is wrong there, which comes last. */
function shortened(violation: string): string {
  if (violation.length <= maxLength) return violation;
  const end = violation.slice(keptAtStart + 1 - maxLength);
  return `${violation.slice(0, keptAtStart)}…${end}`.toWellFormed();
}
