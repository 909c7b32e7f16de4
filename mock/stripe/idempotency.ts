import { StripeApiError } from "./errors.ts";

export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

interface Remembered {
  endpoint: string;
  parameters: string;
  answer: Answer | undefined;
  atMs: number;
}

const keptForMs = 24 * 60 * 60 * 1000;

/** What was answered to which `Idempotency-Key`, for a day. Keys of two accounts never meet. */
export class IdempotencyKeys {
  readonly #remembered = new Map<string, Remembered>();

  /** The saved answer, or undefined when this request is the first; it must then `save` or `forget`. */
  begin(key: string, endpoint: string, parameters: string, nowMs: number): Answer | undefined {
    const known = this.#remembered.get(key);
    if (!known || known.atMs + keptForMs <= nowMs) {
      this.#remembered.set(key, { endpoint, parameters, answer: undefined, atMs: nowMs });
      return undefined;
    }
    const plainKey = key.slice(key.indexOf(" ") + 1);
    if (known.endpoint !== endpoint) {
      throw misused(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' ` +
          `vs '${known.endpoint}'). Try using a key other than '${plainKey}' if you meant to execute a different request.`,
      );
    }
    if (known.parameters !== parameters) {
      throw misused(
        "Keys for idempotent requests can only be used with the same parameters they were first used with. " +
          `Try using a key other than '${plainKey}' if you meant to execute a different request.`,
      );
    }
    if (!known.answer) {
      throw new StripeApiError(
        409,
        "idempotency_error",
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted ` +
          `twice, and the other request is still going through): ${plainKey}. Please try again later.`,
        { code: "idempotency_key_in_use" },
      );
    }
    return known.answer;
  }

  save(key: string, answer: Answer): void {
    const known = this.#remembered.get(key);
    if (known) known.answer = answer;
  }

  forget(key: string): void {
    this.#remembered.delete(key);
  }
}

function misused(message: string): StripeApiError {
  return new StripeApiError(400, "idempotency_error", message);
}
