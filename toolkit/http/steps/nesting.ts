/** What a request is refused with whose values are nested more deeply than there is room for on the stack. */
export const tooDeep = "Invalid request: it is nested too deeply.";

/** Whether a function has ended for that, which calls itself at each level, as validators of recursive schemas do. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}
