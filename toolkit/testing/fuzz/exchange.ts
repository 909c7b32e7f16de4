import type { RawAnswer } from "./http.ts";
import type { HttpRequest } from "./request.ts";

export type As = "owner" | "other" | "nobody";

export interface Exchange {
  request: HttpRequest;
  as: As;
  /** Undefined if no response arrived. */
  answer?: Answer;
}

export interface Answer extends RawAnswer {
  body: unknown;
}
