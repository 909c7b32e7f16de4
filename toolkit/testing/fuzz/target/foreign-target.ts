import { type AnyTargetParts, anyTarget } from "./any-target.ts";
import type { FuzzedApi } from "./target.ts";

/** The target for a server that wasn't made with this toolkit, judged by its document alone. */
export async function foreignTarget(parts: AnyTargetParts): Promise<FuzzedApi> {
  const { target, models } = anyTarget(parts);
  return { target: { ...target, isForeign: true }, models };
}
