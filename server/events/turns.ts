/** An endpoint with a due delivery. */
export interface DueEndpoint {
  endpointId: string;
  storeId: string;
}

/**
 * Decides which endpoints are served at once. A free slot goes to the store with the fewest slots, then to
 * the store that has waited longest since its last turn; endpoints within a store take turns too.
 */
export function createTurns({ maxAtOnce, maxPerStore }: { maxAtOnce: number; maxPerStore: number }) {
  let waiting: DueEndpoint[] = [];
  const served = new Set<string>();
  const slots = new Map<string, number>();
  /** By store or endpoint id. */
  let lastTurn = new Map<string, number>();
  let turn = 0;

  const slotsOf = (storeId: string) => slots.get(storeId) ?? 0;
  const lastTurnOf = (id: string) => lastTurn.get(id) ?? 0;
  const compare = (one: DueEndpoint, other: DueEndpoint) =>
    slotsOf(one.storeId) - slotsOf(other.storeId) ||
    lastTurnOf(one.storeId) - lastTurnOf(other.storeId) ||
    lastTurnOf(one.endpointId) - lastTurnOf(other.endpointId);

  return {
    /** Replaces the waiting endpoints, leaving out those being served. */
    offer(due: DueEndpoint[]): void {
      waiting = due.filter(({ endpointId }) => !served.has(endpointId));
      const ids = new Set(due.flatMap(({ endpointId, storeId }) => [endpointId, storeId]));
      lastTurn = new Map([...lastTurn].filter(([id]) => ids.has(id)));
    },
    /** Gives a slot to the next endpoint; undefined when no slot is free for a waiting endpoint. */
    take(): DueEndpoint | undefined {
      if (served.size >= maxAtOnce) return undefined;
      let next: DueEndpoint | undefined;
      for (const endpoint of waiting) {
        if (slotsOf(endpoint.storeId) >= maxPerStore) continue;
        if (!next || compare(endpoint, next) < 0) next = endpoint;
      }
      if (!next) return undefined;
      const { endpointId, storeId } = next;
      waiting.splice(waiting.indexOf(next), 1);
      served.add(endpointId);
      slots.set(storeId, slotsOf(storeId) + 1);
      lastTurn.set(storeId, ++turn).set(endpointId, turn);
      return next;
    },
    /** Frees the endpoint's slot. */
    release({ endpointId, storeId }: DueEndpoint): void {
      served.delete(endpointId);
      if (slotsOf(storeId) > 1) slots.set(storeId, slotsOf(storeId) - 1);
      else slots.delete(storeId);
    },
  };
}
