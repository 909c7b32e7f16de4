type ErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

interface ErrorDetails {
  code?: string;
  param?: string;
  decline_code?: string;
}

/** An error answer, with Stripe's wording where it is known. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: ErrorDetails;

  constructor(status: number, type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  body(): string {
    const { code } = this.details;
    const documentation = code && {
      doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll("_", "-")}`,
    };
    const error = { ...this.details, ...documentation, message: this.message, type: this.type };
    return JSON.stringify({ error }, null, 2);
  }
}

/** Invalid parameters: the request never started, so its answer isn't saved for the idempotency key. */
export class ParameterError extends StripeApiError {
  constructor(message: string, details: ErrorDetails = {}) {
    super(400, "invalid_request_error", message, details);
  }
}

/** Valid parameters, but Stripe refuses the request. */
export function refusal(message: string, details: ErrorDetails = {}): StripeApiError {
  return new StripeApiError(400, "invalid_request_error", message, details);
}

export function resourceMissing(kind: string, id: string, param = "id"): StripeApiError {
  return new StripeApiError(404, "invalid_request_error", `No such ${kind}: '${id}'`, {
    code: "resource_missing",
    param,
  });
}
