import { ApiFailure } from "../api-failure.ts";
import type { SuccessStatus } from "../status.ts";

/** The parts of a response that decide whether a call throws. */
interface Outcome {
  response: Response;
  error?: unknown;
}

/** Checks the response of a call, such as `GET /pets`. */
export type ThrowOnError = (outcome: Outcome, call: string) => void;

/** Throws an `ApiFailure` for every status but 2xx. Passed to a client or to a call. */
export const throwOnError: ThrowOnError = ({ response, error }, call) => {
  if (!response.ok) throw new ApiFailure(call, response, error);
};

/** Whether a client or a call throws. A call's `false` overrides its client. */
export type Throwing = ThrowOnError | false;

/** What a call returns: with `throwOnError`, only successes. */
export type Returned<Result, Throws> = [Throws] extends [ThrowOnError]
  ? Extract<Result, { status: SuccessStatus }>
  : Result;
