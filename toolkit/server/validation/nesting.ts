import { TooComplex } from "./schemas/effort.ts";

/** What a request is refused with whose values are nested so deeply that they can't be validated. */
export const tooDeep = "Invalid request: it is nested too deeply.";

/** Whether there wasn't room for it on the stack, or there are too many ways to read it. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof TooComplex || (error instanceof RangeError && /call stack/.test(error.message));
}
