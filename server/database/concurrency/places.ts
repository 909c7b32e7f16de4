/** Bounds work that is refused instead of waiting: in total, and for each of several groups that it belongs to. */
export function createPlaces(max: number) {
  const taken = new Map<string, number>();
  let total = 0;

  function add(groups: string[], change: number): void {
    total += change;
    for (const group of groups) {
      const count = (taken.get(group) ?? 0) + change;
      if (count > 0) taken.set(group, count);
      else taken.delete(group);
    }
  }

  return {
    /**
     * @param limits the most places of each group
     * @returns frees the place; undefined if there is none
     */
    take(limits: Record<string, number>): (() => void) | undefined {
      const isFull = Object.entries(limits).some(([group, limit]) => (taken.get(group) ?? 0) >= limit);
      if (total >= max || isFull) return undefined;
      const groups = Object.keys(limits);
      add(groups, 1);
      return () => add(groups, -1);
    },
  };
}
