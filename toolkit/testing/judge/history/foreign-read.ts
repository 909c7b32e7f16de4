import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { requiresCredential } from "../request/credentials.ts";
import { createdPaths } from "./created-not-found.ts";
import type { Memory } from "./memory.ts";

/** Many things are shared by all callers, so this is a hint only. */
export function foreignRead(observed: Observed, memory: Memory): Fault[] {
  const { operation, method, status, caller, pathname, span } = observed;
  if (status === 201) {
    for (const path of createdPaths(observed)) memory.remember(`owner ${path}`, { span, value: caller });
  }
  if (method !== "GET" || !operation?.path.endsWith("}") || caller === "" || !requiresCredential(observed))
    return [];
  const owner = status === 200 ? memory.recall<string>(`owner ${pathname}`) : undefined;
  if (!owner || owner.value === "" || owner.value === caller) return [];
  return [{ message: "One caller created this, and another one with other credentials reads it." }];
}
