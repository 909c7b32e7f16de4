import type { HttpRequest } from "../samples/http-request.ts";
import type { RawResponse } from "./http.ts";

export type As = "owner" | "other" | "anonymous";

export interface Exchange {
  request: HttpRequest;
  as: As;
  /** Whether the server's framework may have answered before the application read the request. */
  isUnusual?: boolean;
  /** Undefined if no response arrived. */
  answer?: FuzzResponse;
}

export interface FuzzResponse extends RawResponse {
  body: unknown;
}
