import { cachedBody } from "@counterpart/server";

const envelopes = new WeakMap<object, object>();

/**
 * Wraps a payload in `data` (interface, section 2), for a payload that is kept until it changes: the same payload gets
 * the same envelope, whose response is cached. It is frozen with everything in it.
 */
export function cachedEnvelope<T extends object>(data: T): { data: T } {
  const known = envelopes.get(data) as { data: T } | undefined;
  if (known) return known;
  const created = cachedBody({ data });
  envelopes.set(data, created);
  return created;
}
