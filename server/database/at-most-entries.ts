/**
 * Options of an LRU cache of at most so many entries, which grows with them. With its option `max`, it allocates for all
 * of them at once: 58 bytes each.
 */
export function atMostEntries(count: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: count, sizeCalculation: () => 1 };
}
