import { StripeApiError } from "./errors.ts";

export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

/** One request as an idempotency key remembers it. Keys of two accounts never meet. */
export interface KeyedRequest {
  account: string;
  key: string;
  endpoint: string;
  parameters: string;
}

export interface SavedAnswer {
  request: KeyedRequest;
  answer: Answer;
  atMs: number;
}

const keptForMs = 24 * 60 * 60 * 1000;

/** What was answered to which `Idempotency-Key`, for a day: https://docs.stripe.com/api/idempotent_requests */
export class IdempotencyKeys {
  readonly #saved = new Map<string, SavedAnswer>();

  /** The answer that the same request got before. Another request under its key is refused. */
  recall(request: KeyedRequest, nowMs: number): Answer | undefined {
    const saved = this.#saved.get(nameOf(request));
    if (!saved || saved.atMs + keptForMs <= nowMs) return undefined;
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

  /** What is remembered and not a day old yet. */
  saved(nowMs: number): SavedAnswer[] {
    return [...this.#saved.values()].filter(({ atMs }) => atMs + keptForMs > nowMs);
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
