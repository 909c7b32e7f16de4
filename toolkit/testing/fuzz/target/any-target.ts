import type { ApiDocument } from "@counterpart/server/document/document";
import type { KnownValues } from "../../samples/known.ts";
import type { Credentials } from "../credentials.ts";
import type { Sender } from "../http.ts";
import type { Target } from "../parties.ts";
import type { FuzzedApi } from "./target.ts";

export interface AnyTargetParts {
  document: ApiDocument;
  sender: Sender;
  credentials: Credentials;
  /** Credentials of another caller, who must not see the first one's data. */
  otherCredentials?: Credentials | undefined;
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
