import type { ApiDocument } from "@counterpart/server/document";
import type { Credentials } from "../samples/credentials.ts";
import type { KnownValues } from "../samples/known.ts";
import type { Discovered } from "./discover/discover.ts";
import type { Sender } from "./http.ts";

/** Calls an operation with a valid request and returns the response body. @throws if the request fails */
export type Ask = (operationId: string, input?: Input) => Promise<unknown>;

export interface Input {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A caller. */
export interface Party {
  credentials: Credentials;
  /** Values that exist for this caller. */
  known: KnownValues<Ask>;
  /** Texts that must not reach other callers. */
  markers: string[];
}

/** A server and its callers. */
export interface Target {
  document: ApiDocument;
  sender: Sender;
  owner: Party;
  /** Must not see the owner's data. */
  other?: Party;
  /** Operations that aren't called, because they would take away what the other cases need. They are reported. */
  untried?: readonly string[];
  /** A server that wasn't made with this toolkit: typical answers of its framework are notes. */
  isForeign?: boolean | undefined;
  /** The ids that a foreign server revealed. */
  discovered?: Discovered | undefined;
}
