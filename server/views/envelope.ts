const envelopes = new WeakMap<object, object>();

/**
 * Wraps a payload in `data` (interface, section 2). A frozen payload always gets the same frozen envelope, by
 * which the HTTP layer knows that it has validated and serialised this answer before.
 */
export function envelope<T extends object>(data: T): { data: T } {
  if (!Object.isFrozen(data)) return { data };
  const known = envelopes.get(data) as { data: T } | undefined;
  if (known) return known;
  const created = Object.freeze({ data });
  envelopes.set(data, created);
  return created;
}
