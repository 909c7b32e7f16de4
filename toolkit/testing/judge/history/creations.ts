import type { Fault, Observed } from "../observe.ts";
import { requiresCredential } from "../request/credentials.ts";
import { answeredJson } from "../values/bodies.ts";
import { idOf } from "../values/rows-of.ts";
import type { Memory } from "./memory.ts";

export function createdNotFound(observed: Observed, memory: Memory): Fault[] {
  const { method, status, caller, span, pathname } = observed;
  for (const path of createdPaths(observed))
    memory.remember(`created ${caller} ${path}`, { span, value: method });
  if (method !== "GET" || (status !== 404 && status !== 410)) return [];
  const created = memory.recall<string>(`created ${caller} ${pathname}`);
  if (!created || !memory.isUndisturbed(created.span, span, observed)) return [];
  return [{ message: `GET answers ${status} after a ${created.value} that created or stored it.` }];
}

/** The paths of what a request created: the `Location`, or the id in the list's path. */
function createdPaths(observed: Observed): string[] {
  const { method, status, pathname, responseHeaders, pathOf } = observed;
  if (method === "PUT") return [200, 201, 204].includes(status) ? [pathname] : [];
  if (method !== "POST" || status !== 201) return [];
  const location = responseHeaders.get("location");
  if (location !== undefined) {
    const url = URL.parse(location, `http://localhost${pathname}`);
    return url ? [url.pathname] : [];
  }
  const answered = answeredJson(observed)?.value;
  const id = idOf(answered) ?? idOf((answered as { data?: unknown } | undefined)?.data);
  if (id === undefined) return [];
  const path = `${pathname.replace(/\/$/, "")}/${encodeURIComponent(id)}`;
  return pathOf("GET", path) ? [path] : [];
}

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
