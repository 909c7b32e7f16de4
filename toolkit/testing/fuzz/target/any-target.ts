import type { KnownValues } from "../../samples/known.ts";
import { discover } from "../discover/discover.ts";
import type { Target } from "../parties.ts";
import { plan } from "../plan.ts";
import { sessions } from "../session.ts";
import type { FuzzedApi, RunningApi } from "./target.ts";

export interface AnyTargetParts extends RunningApi {
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
