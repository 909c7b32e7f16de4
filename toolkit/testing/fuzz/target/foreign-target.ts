import { discover } from "../discover/discover.ts";
import { plan } from "../plan.ts";
import { sessions } from "../session.ts";
import { type AnyTargetParts, anyTarget } from "./any-target.ts";
import type { FuzzedApi } from "./target.ts";

/**
 * The target for a server that wasn't made with this toolkit, judged by its document alone. Asks the server
 * which resources exist, and creates some.
 */
export async function foreignTarget(parts: AnyTargetParts): Promise<FuzzedApi> {
  const { target, models } = anyTarget(parts);
  const { compiled } = plan(target);
  const compiledOf = (operationId: string) => compiled.get(operationId);
  const { sendParts } = sessions(target, compiledOf).open();
  const discovered = await discover(parts.document, { compiledOf, send: sendParts });
  return { target: { ...target, isForeign: true, discovered }, models };
}
