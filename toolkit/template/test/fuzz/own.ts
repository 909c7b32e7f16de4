import type { ApiDocument } from "../../server/http/document.ts";
import { startService } from "../helpers/service.ts";
import type { Model } from "./engine/check.ts";
import type { Credentials } from "./engine/credentials.ts";
import { createSender, type Sender } from "./engine/http.ts";
import type { Target } from "./engine/session.ts";

// What the fuzzer knows of this API beyond its document: nothing yet. Tell it here who calls, which ids exist, and what
// must never be shown to others (engine/session.ts, `Party`).

interface Own {
  target: Target;
  models: Model[];
}

/** A server of the fuzzer's own. */
export async function startOwnServer(): Promise<Own & { url: string; close: () => Promise<void> }> {
  const credential = "fuzz:fuzz";
  const { document, url, close } = await startService({ onlyCredential: credential });
  const sender = createSender(url);
  const credentials = Object.fromEntries(
    Object.keys(document.securitySchemes).map((scheme) => [scheme, credential]),
  );
  const own = await ownTarget({ document, sender, credentials });
  return {
    ...own,
    url,
    close: async () => {
      sender.close();
      await close();
    },
  };
}

/** A server that runs already. */
export async function ownTarget({
  document,
  sender,
  credentials,
  otherCredentials,
}: {
  document: ApiDocument;
  sender: Sender;
  credentials: Credentials;
  otherCredentials?: Credentials | undefined;
}): Promise<Own> {
  const party = (credentials: Credentials) => ({ credentials, known: {}, markers: [] });
  const other = otherCredentials && party(otherCredentials);
  return { target: { document, sender, owner: party(credentials), ...(other && { other }) }, models: [] };
}
