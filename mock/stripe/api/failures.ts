import { StripeApiError } from "./errors.ts";

/** How the next requests go wrong, to see what a client makes of it. */
export interface Failure {
  /**
   * An error status, or what a network does: `hang` never answers, `nonsense` answers 200 with a page instead of
   * JSON, `drop` cuts the connection.
   */
  how: number | "hang" | "nonsense" | "drop";
  /** How many requests; one when left out. */
  requests?: number | undefined;
  /** `before`, the default: nothing is carried out. `after`: everything is, and only the answer is lost. */
  when?: "before" | "after" | undefined;
  /** Only requests whose path begins so, such as `/v1/checkout/sessions`. */
  path?: string | undefined;
  method?: "GET" | "POST" | "DELETE" | undefined;
  /** The idempotency key remembers the error status, as when Stripe itself stumbled half-way. */
  remembered?: boolean | undefined;
}

export class Failures {
  /** How long every answer takes, in milliseconds of the machine's clock. */
  delayMs = 0;
  #planned: { failure: Failure; left: number }[] = [];

  plan(failure: Failure): void {
    this.#planned.push({ failure, left: failure.requests ?? 1 });
  }

  clear(): void {
    this.#planned = [];
    this.delayMs = 0;
  }

  /** The failure planned for such a request, one time less from now on. */
  take(method: string, path: string): Failure | undefined {
    const planned = this.#planned.find(
      ({ failure }) => path.startsWith(failure.path ?? "") && (failure.method ?? method) === method,
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
    case 409:
      return new StripeApiError(
        409,
        "idempotency_error",
        "There is currently another in-progress request using this Idempotent Key.",
        { code: "idempotency_key_in_use" },
      );
    default:
      return new StripeApiError(
        status,
        status >= 500 ? "api_error" : "invalid_request_error",
        "Sorry! There was an error while talking to one of our backends.",
      );
  }
}
