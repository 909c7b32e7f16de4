import { expect, onTestFinished, test, vi } from "vitest";
import { createFindStore } from "../../server/pages/buyer/find-store.ts";

const inventedId = (n: number) => `store_${String(n).padStart(26, "0")}`;

test("invented links never use more than a few database connections", async () => {
  // Long enough that nothing times out on a busy machine.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const answers: (() => void)[] = [];
  const find = createFindStore({
    find: () => new Promise((resolve) => answers.push(() => resolve(undefined))),
  });
  const finding = Promise.allSettled(Array.from({ length: 500 }, (_, n) => find(inventedId(n))));
  let answered = 0;
  while (answered < 104) {
    await new Promise((resolve) => setImmediate(resolve));
    const begun = answers.splice(0);
    expect(begun.length).toBeLessThanOrEqual(4);
    for (const answer of begun) answer();
    answered += begun.length;
  }
  const refused = (await finding).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(500 - 104);
});

test("an impossible store id isn't looked up", async () => {
  const find = createFindStore({ find: () => Promise.reject(new Error("It was.")) });
  for (const id of [undefined, "", "store_1", ["a", "b"], { x: "y" }]) expect(await find(id)).toBeUndefined();
});
