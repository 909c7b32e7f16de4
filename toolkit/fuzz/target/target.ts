import type { ApiDocument } from "../../document/document.ts";
import type { Model } from "../check.ts";
import type { Credentials } from "../credentials.ts";
import type { Sender } from "../http.ts";
import type { Target } from "../session.ts";

/** Who calls, and stories of several requests that are told against a model. */
export interface FuzzedApi {
  target: Target;
  models: Model[];
}

/** What a project's fuzz target exports as its default: what is known of an API beyond its document. */
export interface FuzzTarget {
  /** Starts a server of the fuzzer's own. */
  start(): Promise<FuzzedApi & { url: string; close(): Promise<void> }>;
  /** Attaches to a server that runs already, to which these credentials belong. */
  attach(running: {
    document: ApiDocument;
    sender: Sender;
    credentials: Credentials;
    /** Of somebody who must see nothing of the first one's. */
    otherCredentials?: Credentials | undefined;
  }): Promise<FuzzedApi>;
}
