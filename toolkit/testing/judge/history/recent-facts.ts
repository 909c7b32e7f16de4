/** A map of bounded size that forgets what hasn't been used recently. */
export interface RecentFacts<Value> {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
  delete: (key: string) => void;
}

/**
 * Two generations: once the younger one is full, the older one is forgotten with everything that wasn't used
 * since. Deleting the oldest entry of a single map takes longer the more entries were deleted before.
 */
export function createRecentFacts<Value>(max: number): RecentFacts<Value> {
  const half = Math.max(1, Math.floor(max / 2));
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    if (young.size >= half && !young.has(key)) {
      old = young;
      young = new Map();
    }
    old.delete(key);
    young.set(key, value);
  };
  return {
    set,
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
  };
}
