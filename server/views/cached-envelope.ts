import { cachedBody } from "@counterpart/server";

const envelopes = new WeakMap<object, object>();

/**
 * Wraps a payload in `data` (interface, section 2). The same payload gets the same envelope, whose response
 * is cached, so the envelope and the payload are frozen.
 */
export function cachedEnvelope<T extends object>(data: T): { data: T } {
  const known = envelopes.get(data) as { data: T } | undefined;
  if (known) return known;
  const created = cachedBody({ data });
  envelopes.set(data, created);
  return created;
}
