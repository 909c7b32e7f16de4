import type { Formats } from "../../validation/schemas/format-test.ts";
import type { RenderError } from "../errors/render-error.ts";
import type { Cors } from "../steps/cors.ts";

/** Server settings that aren't in the document. */
export interface AppOptions {
  /** Renders error bodies; by default, they are `{"error": message, "code": code}`. */
  renderError?: RenderError;
  /** Custom schema formats by name, in addition to those of JSON Schema and OpenAPI. */
  formats?: Formats;
  /**
   * Creates request ids, which are logged and sent as `X-Request-Id`; by default they look like `req_4k…`.
   * Use `() => randomUUID()`, for example, if the document describes the header differently.
   */
  newRequestId?: () => string;
  /**
   * Match secrets, such as `[/\bkey_\w+/]`. Matches are removed from logged texts, as web addresses always are, and
   * rejected as request ids. Credentials in headers and queries are never logged.
   */
  secretPatterns?: RegExp[];
  /** Limit for text and JSON bodies, in bytes; default: 1 MiB. A larger body is refused with 413. */
  maxBodyBytes?: number;
  /** Limit for file uploads, in bytes; default: 16 MiB. */
  maxUploadBytes?: number;
  /** Limit for the fields of a form; default: 1,000. A form with more is refused with 413. */
  maxFormFields?: number;
  /** CORS settings; by default, no other origin is allowed. */
  cors?: Cors;
  /**
   * Prefix of every path of the bundled document, such as `/internal`, but not of pages such as `/healthz`.
   * The paths already include the servers' common path, which `counterpart generate` adds.
   */
  basePath?: string;
  /**
   * Serves the operations as MCP tools at `POST /mcp`; with several documents, at `/mcp/NAME`. `x-mcp` in the
   * document changes or omits tools. `authorizationServers` replaces those of the service; an empty list leaves out the
   * metadata for access tokens, where the document's operations take none.
   */
  mcp?: boolean | { authorizationServers: string[] };
}
