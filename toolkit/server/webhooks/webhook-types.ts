/** The shape of the generated `Webhooks`. */
export type WebhookTypes = Record<string, { payload: object; output: object }>;

/** The parts of a webhook that the document describes. */
export interface WebhookParts {
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  /** With several media types, `{ contentType, content }`. */
  body?: unknown;
}

/** A receiver's response. */
export interface WebhookResponse {
  status: number;
  /** JSON or text. */
  body?: unknown;
  /** Required if the document offers several media types for the status. */
  contentType?: string;
  headers?: Record<string, unknown>;
}
