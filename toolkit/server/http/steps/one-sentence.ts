const maxViolations = 5;

/** Characters per violation. Its place contains names chosen by the caller, which may be very long. */
const maxLength = 1000;
const keptAtStart = 255;

/** The message of a validation error. */
export function inOneSentence(violations: string[]): string {
  const rest = violations.length - maxViolations;
  const first = violations.slice(0, maxViolations).map(shortened).join("; ");
  return `Invalid request: ${first}${rest > 0 ? `; and ${rest} more` : ""}.`;
}

/** Keeps the beginning of the place and the end of the text, which says what is wrong. */
function shortened(violation: string): string {
  if (violation.length <= maxLength) return violation;
  const end = violation.slice(keptAtStart + 1 - maxLength);
  return `${violation.slice(0, keptAtStart)}…${end}`.toWellFormed();
}
