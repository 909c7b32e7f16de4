import type { ApiDocument } from "@counterpart/server/document";
import type { Credentials } from "../../samples/credentials.ts";
import type { Model } from "../check.ts";
import type { Sender } from "../http.ts";
import type { Target } from "../parties.ts";

/** An API's callers, and models for sequences of requests. */
export interface FuzzedApi {
  target: Target;
  models: Model[];
}

/** An API to test, with what its callers know. */
export interface RunningApi {
  document: ApiDocument;
  sender: Sender;
  credentials: Credentials;
  /** Credentials of another caller, who must not see the first one's data. */
  otherCredentials?: Credentials | undefined;
}

/** The default export of a project's fuzz target, which adds knowledge beyond the document. */
export interface FuzzTarget {
  /** Starts the fuzzer's own server. */
  start(): Promise<FuzzedApi & { url: string; close(): Promise<void> }>;
  /** Attaches to a running server with these credentials. */
  attach(running: RunningApi): Promise<FuzzedApi>;
}
