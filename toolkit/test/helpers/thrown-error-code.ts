import { ApiError } from "../../server/http/errors/api-error.ts";

/** The code with which something is refused; undefined when it isn't. Any other error is rethrown. */
export function thrownErrorCode(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
