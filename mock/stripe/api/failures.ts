import { StripeApiError } from "../conventions/errors.ts";

/** How the next requests fail. */
export interface Failure {
  /**
   * An error status or a network fault: `hang` never responds, `nonsense` responds with 200 and HTML instead of
   * JSON, `drop` closes the connection.
   */
  how: number | "hang" | "nonsense" | "drop";
  /** The number of requests; 1 by default. */
  requests?: number | undefined;
  /** `before` (default): the request has no effect. `after`: it has, but the response is lost. */
  when?: "before" | "after" | undefined;
  /** Only requests whose path starts with this, such as `/v1/checkout/sessions`. */
  path?: string | undefined;
  method?: "GET" | "POST" | "DELETE" | undefined;
  /** Only requests on this connected account. */
  account?: string | undefined;
}

export class Failures {
  /** Delays every response, in milliseconds of the system clock. */
  delayMs = 0;
  #planned: { failure: Failure; left: number }[] = [];

  plan(failure: Failure): void {
    this.#planned.push({ failure, left: failure.requests ?? 1 });
  }

  clear(): void {
    this.#planned = [];
    this.delayMs = 0;
  }

  /** Removes and returns the next failure planned for such a request. */
  take({
    method,
    path,
    account,
  }: {
    method: string;
    path: string;
    account: string | null;
  }): Failure | undefined {
    const planned = this.#planned.find(
      ({ failure }) =>
        path.startsWith(failure.path ?? "") &&
        (failure.method ?? method) === method &&
        (failure.account ?? account) === account,
    );
    if (!planned) return undefined;
    planned.left -= 1;
    this.#planned = this.#planned.filter(({ left }) => left > 0);
    return planned.failure;
  }
}

export function failureError(status: number): StripeApiError {
  switch (status) {
    case 429:
      return new StripeApiError(429, "invalid_request_error", "Too many requests hit the API too quickly.", {
        code: "rate_limit",
      });
    default:
      return new StripeApiError(
        status,
        status >= 500 ? "api_error" : "invalid_request_error",
        "Sorry! There was an error while talking to one of our backends.",
      );
  }
}
