import type { RawDocument } from "@counterpart/server/document/references";

/** Which of an operation's responses Prism is to bring up. */
export interface PrismChoice {
  status: number;
  mediaType?: string | undefined;
  exampleKey?: string | undefined;
  /** Invents a body by the schema, even where there are examples. */
  dynamic?: boolean | undefined;
  seed?: string | undefined;
}

/** What Prism is asked about a prepared operation. */
export interface PrismRequest {
  method: "get" | "head" | "post";
  path: string;
  /** Only for callbacks, which refer to it. */
  body?: unknown;
  mock: { code: number; dynamic: boolean; mediaTypes?: string[]; exampleKey?: string; seed?: string };
}

export interface PrismAnswer {
  /** As the document has them, or made up; not serialised. */
  headers: Record<string, unknown>;
  /** Undefined when the response has none. */
  body: unknown;
}

/** Where a caller says what is to be answered. */
export interface PreferencesSource {
  /** Prism's own parameters. */
  query: Record<string, string>;
  /** The header. */
  prefer?: string | undefined;
}

/** What the caller wants to be answered: `Prefer: code=409, example=NAME_TAKEN`, or the same in the query. */
export interface Preferences {
  code?: number | undefined;
  exampleKey?: string | undefined;
  dynamic?: boolean | undefined;
  seed?: string | undefined;
}

/** To the thread, which keeps what it has prepared until it is told to forget it. */
export type Question = { id: number } & (
  | { kind: "reply"; key: string; raw?: RawDocument; request: PrismRequest; forget?: string }
  | { kind: "preferences"; source: PreferencesSource }
);

/** A problem of the caller's request, as Prism tells it. */
export interface ProblemDetails {
  name: string;
  message: string;
  status: number;
  detail: string;
}

/** From the thread. */
export type Outcome = { id: number } & (
  | { kind: "done"; value: PrismAnswer | Preferences }
  | { kind: "problem"; problem: ProblemDetails }
  | { kind: "failed"; message: string }
);
