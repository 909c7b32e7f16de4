import type { ApiDocument } from "../../document/document.ts";
import type { KnownValues } from "../../samples/known.ts";
import type { Credentials } from "../credentials.ts";
import type { Sender } from "../http.ts";
import type { Target } from "../session.ts";
import type { FuzzedApi } from "./target.ts";

export interface AnyTargetParts {
  document: ApiDocument;
  sender: Sender;
  credentials: Credentials;
  /** Of somebody who must see nothing of the first one's. */
  otherCredentials?: Credentials | undefined;
  /** Values that exist, by the name of the parameter or property. */
  known?: KnownValues;
}

/** An API of which nothing is known besides its document. */
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
