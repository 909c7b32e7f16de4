import { expect, test } from "vitest";
import { createTurns, type DueEndpoint } from "../../server/events/turns.ts";

const limits = { maxAtOnce: 16, maxPerStore: 4 };
const endpoints = (storeId: string, count: number): DueEndpoint[] =>
  Array.from({ length: count }, (_, n) => ({ storeId, endpointId: `${storeId}${n}` }));

function takeAll(turns: ReturnType<typeof createTurns>): DueEndpoint[] {
  const taken: DueEndpoint[] = [];
  for (let next = turns.take(); next; next = turns.take()) taken.push(next);
  return taken;
}
const ids = (taken: DueEndpoint[]) => taken.map(({ endpointId }) => endpointId);

test("a store has at most four slots, however long its endpoints have waited", () => {
  const turns = createTurns(limits);
  turns.offer([...endpoints("slow", 100), ...endpoints("good", 2)]);
  expect(ids(takeAll(turns))).toEqual(["slow0", "good0", "slow1", "good1", "slow2", "slow3"]);
});

test("a process has at most sixteen slots, shared evenly by the stores", () => {
  const turns = createTurns(limits);
  turns.offer(["a", "b", "c", "d", "e", "f", "g", "h"].flatMap((store) => endpoints(store, 10)));
  const taken = takeAll(turns);
  expect(taken).toHaveLength(16);
  for (const store of ["a", "h"]) expect(taken.filter(({ storeId }) => storeId === store)).toHaveLength(2);
});

test("a freed slot goes to a store that has none, although others have waited longer", () => {
  const turns = createTurns(limits);
  const due = ["a", "b", "c", "d"].flatMap((store) => endpoints(store, 10));
  turns.offer(due);
  const [first] = takeAll(turns);
  if (!first) throw new Error("Nothing is served.");
  turns.offer([...due, ...endpoints("late", 1)]);
  turns.release(first);
  expect(ids(takeAll(turns))).toEqual(["late0"]);
});

test("stores take turns when there are more stores than slots, and so do the endpoints of a store", () => {
  const turns = createTurns({ maxAtOnce: 1, maxPerStore: 1 });
  const due = [...endpoints("a", 2), ...endpoints("b", 1), ...endpoints("c", 1)];
  const served: string[] = [];
  for (let n = 0; n < 7; n++) {
    turns.offer(due);
    const next = turns.take();
    if (!next) throw new Error("Nothing is served.");
    served.push(next.endpointId);
    turns.release(next);
  }
  expect(served).toEqual(["a0", "b0", "c0", "a1", "b0", "c0", "a0"]);
});

test("an endpoint that is being served doesn't get a second slot", () => {
  const turns = createTurns(limits);
  turns.offer(endpoints("a", 1));
  const [first] = takeAll(turns);
  turns.offer(endpoints("a", 1));
  expect(takeAll(turns)).toEqual([]);
  turns.release(first as DueEndpoint);
  expect(takeAll(turns)).toEqual([]);
  turns.offer(endpoints("a", 1));
  expect(ids(takeAll(turns))).toEqual(["a0"]);
});
