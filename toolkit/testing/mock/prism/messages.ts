import type { RawDocument } from "@counterpart/server/document";

/** The response of an operation that Prism should generate. */
export interface PrismChoice {
  status: number;
  mediaType?: string | undefined;
  exampleKey?: string | undefined;
  /** Generates a body from the schema, even if there are examples. */
  dynamic?: boolean | undefined;
  seed?: string | undefined;
}

/** A request to Prism about a prepared operation. */
export interface PrismRequest {
  method: "get" | "head" | "post";
  path: string;
  /** Only for callbacks, whose expressions refer to it. */
  body?: unknown;
  mock: { code: number; dynamic: boolean; mediaTypes?: string[]; exampleKey?: string; seed?: string };
}

export interface PrismAnswer {
  /** Documented or generated values, not serialised. */
  headers: Record<string, unknown>;
  /** Undefined if the response has none. */
  body: unknown;
}

/** The parts of a request that contain preferences. */
export interface PreferencesSource {
  /** Prism's own parameters. */
  query: Record<string, string>;
  /** The header. */
  prefer?: string | undefined;
}

/** The response that the caller prefers: `Prefer: code=409, example=NAME_TAKEN`, or the same in the query. */
export interface Preferences {
  code?: number | undefined;
  exampleKey?: string | undefined;
  dynamic?: boolean | undefined;
  seed?: string | undefined;
}

/** A message to the thread, which keeps prepared operations until `forget` names them. */
export type Question = { id: number } & (
  | { kind: "reply"; key: string; raw?: RawDocument; request: PrismRequest; forget?: string }
  | { kind: "preferences"; source: PreferencesSource }
);

/** A problem with the caller's request, as Prism reports it. */
export interface ProblemDetails {
  name: string;
  message: string;
  status: number;
  detail: string;
}

/** A message from the thread. */
export type Outcome = { id: number } & (
  | { kind: "done"; value: PrismAnswer | Preferences }
  | { kind: "problem"; problem: ProblemDetails }
  | { kind: "failed"; message: string }
);
