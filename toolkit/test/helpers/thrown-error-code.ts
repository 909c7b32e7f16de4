import { ApiError } from "../../server/http/errors/api-error.ts";

/** The code of a refusal; undefined without one. Any other error is rethrown. */
export function thrownErrorCode(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
