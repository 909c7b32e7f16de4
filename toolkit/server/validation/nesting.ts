import { TooComplex } from "./schemas/schema-compiler.ts";

/** The message for requests that are nested too deeply to be validated. */
export const tooDeep = "Invalid request: it is nested too deeply.";

/** Whether validation ran out of stack space or exceeded its effort limit. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof TooComplex || (error instanceof RangeError && /call stack/.test(error.message));
}
