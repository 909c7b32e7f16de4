import { StripeApiError } from "../conventions/errors.ts";

export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

/** A request with an idempotency key. Keys belong to an account. */
interface KeyedRequest {
  account: string;
  key: string;
  endpoint: string;
  parameters: string;
}

interface SavedAnswer {
  request: KeyedRequest;
  answer: Answer;
  atMs: number;
}

const maxAgeMs = 24 * 60 * 60 * 1000;

/** The answers for each `Idempotency-Key`, for a day: https://docs.stripe.com/api/idempotent_requests */
export class IdempotencyKeys {
  readonly #saved = new Map<string, SavedAnswer>();

  /** The answer saved for this request. Throws if the key was used for another request. */
  recall(request: KeyedRequest, nowMs: number): Answer | undefined {
    const saved = this.#saved.get(nameOf(request));
    if (!saved || saved.atMs + maxAgeMs <= nowMs) return undefined;
    const advice = `Try using a key other than '${request.key}' if you meant to execute a different request.`;
    if (saved.request.endpoint !== request.endpoint) {
      throw misused(
        "Keys for idempotent requests can only be used for the same endpoint they were first used for " +
          `('${request.endpoint}' vs '${saved.request.endpoint}'). ${advice}`,
      );
    }
    if (saved.request.parameters !== request.parameters) {
      throw misused(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
      );
    }
    return saved.answer;
  }

  /** The saved answers of the last day. */
  saved(nowMs: number): SavedAnswer[] {
    return [...this.#saved.values()].filter(({ atMs }) => atMs + maxAgeMs > nowMs);
  }

  restore(saved: SavedAnswer[]): void {
    for (const answer of saved) this.#saved.set(nameOf(answer.request), answer);
  }

  save(request: KeyedRequest, answer: Answer, nowMs: number): void {
    this.#saved.set(nameOf(request), { request, answer, atMs: nowMs });
  }
}

function nameOf({ account, key }: KeyedRequest): string {
  return `${account} ${key}`;
}

function misused(message: string): StripeApiError {
  return new StripeApiError(400, "idempotency_error", message);
}
