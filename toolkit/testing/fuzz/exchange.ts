import type { HttpRequest } from "../samples/http-request.ts";
import type { RawAnswer } from "./http.ts";

export type As = "owner" | "other" | "anonymous";

export interface Exchange {
  request: HttpRequest;
  as: As;
  /** Whether the server's framework may have answered before the application read the request. */
  isUnusual?: boolean;
  /** Undefined if no response arrived. */
  answer?: Answer;
}

export interface Answer extends RawAnswer {
  body: unknown;
}
