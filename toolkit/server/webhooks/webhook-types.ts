/** What the generated `Webhooks` says of each webhook and callback. */
export type WebhookTypes = Record<string, { payload: object; output: object }>;

/** What is sent, in the parts that a document describes. */
export interface WebhookParts {
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  /** With several media types, `{ contentType, content }`. */
  body?: unknown;
}

/** What a receiver responds. */
export interface WebhookAnswer {
  status: number;
  /** JSON, or text. */
  body?: unknown;
  /** Required where the document offers several for the status. */
  contentType?: string;
  headers?: Record<string, unknown>;
}
