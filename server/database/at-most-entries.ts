/**
 * Options for an LRU cache bounded by entry count. The `max` option would preallocate 58 bytes per entry;
 * these options let memory grow with use.
 */
export function atMostEntries(count: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: count, sizeCalculation: () => 1 };
}
