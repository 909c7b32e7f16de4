import { LRUCache } from "lru-cache";
import { expect, test } from "vitest";
import { atMostEntries } from "../../server/database/at-most-entries.ts";

test("the least recently used entry is removed beyond the limit", () => {
  const cache = new LRUCache<string, boolean>(atMostEntries(2));
  cache.set("a", true).set("b", true);
  cache.get("a");
  cache.set("c", true);
  expect([...cache.keys()].sort()).toEqual(["a", "c"]);
});

test("an empty cache takes no memory for future entries", () => {
  const before = process.memoryUsage().arrayBuffers;
  const cache = new LRUCache<string, boolean>(atMostEntries(10_000_000));
  // The links between 10 million entries are 80 MB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8e6);
  expect(cache.size).toBe(0);
});
