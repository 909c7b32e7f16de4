import type { Formats } from "../../validation/ajv-factories.ts";
import type { RenderError } from "../errors/render-error.ts";
import type { Cors } from "../steps/cors.ts";

/** Settings of a server that its document doesn't contain. */
export interface AppOptions {
  /** Writes the bodies of errors; unless given, they are `{"error": message, "code": code}`. */
  renderError?: RenderError;
  /** Formats of schemas by name, beside those of JSON Schema and OpenAPI; checked in requests and responses. */
  formats?: Formats;
  /**
   * Makes the id of a request, which is logged and sent as `X-Request-Id`; unless given, it is like `req_4k…`. For documents
   * that describe the header otherwise: `() => randomUUID()`.
   */
  newRequestId?: () => string;
  /**
   * Patterns of secrets, such as the service's API keys: `[/\bkey_\w+/]`. What fits one is removed from texts in the log, as web
   * addresses always are, and isn't kept as a request's id. Credentials in headers and queries are never logged.
   */
  secretPatterns?: RegExp[];
  /** The largest body of text or JSON, in bytes; 1 MiB unless given. A larger one is 413. */
  maxBodyBytes?: number;
  /** The largest body that carries files, in bytes; 16 MiB unless given. */
  maxUploadBytes?: number;
  /** Which pages of other origins may call the server; none unless given. */
  cors?: Cors;
  /**
   * Prefix of every path of the bundled document, such as `/internal`. The path that the document's servers have in
   * common is part of its paths already: `counterpart generate` writes it there. Pages such as `/healthz` don't get the
   * prefix.
   */
  basePath?: string;
}
