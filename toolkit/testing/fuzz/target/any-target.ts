import type { ApiDocument } from "@counterpart/server/document";
import type { Credentials } from "../../samples/credentials.ts";
import type { KnownValues } from "../../samples/known.ts";
import type { Model } from "../check.ts";
import { discover } from "../discover/discover.ts";
import type { Sender } from "../http.ts";
import type { Target } from "../parties.ts";
import { plan } from "../plan.ts";
import { sessions } from "../session.ts";

/** An API's callers, and models for sequences of requests. */
export interface FuzzedApi {
  target: Target;
  models: Model[];
}

/** An API to test, with what its callers know. */
interface RunningApi {
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

interface AnyTargetParts extends RunningApi {
  /** Values that exist, by the name of the parameter or property. */
  known?: KnownValues;
}

/** The target for an API about which only the document is known. */
export function anyTarget({
  document,
  sender,
  credentials,
  otherCredentials,
  known = {},
}: AnyTargetParts): FuzzedApi {
  const markers = Object.values(known).flatMap((values) => values.map(({ sample }) => String(sample)));
  const owner = { credentials, known: known as Target["owner"]["known"], markers };
  const other = otherCredentials && { credentials: otherCredentials, known: {}, markers: [] };
  return { target: { document, sender, owner, ...(other && { other }) }, models: [] };
}

/**
 * The target for a server that wasn't made with this toolkit, judged by its document alone. Asks the server
 * which resources exist, and creates some.
 */
export async function foreignTarget(parts: AnyTargetParts): Promise<FuzzedApi> {
  const { target, models } = anyTarget(parts);
  const { compiled } = plan(target);
  const compiledOf = (operationId: string) => compiled.get(operationId);
  const { sendParts } = sessions(target, compiledOf)();
  const discovered = await discover(parts.document, { compiledOf, send: sendParts });
  return { target: { ...target, isForeign: true, discovered }, models };
}
