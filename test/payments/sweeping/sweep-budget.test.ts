import { expect, test } from "vitest";
import { createBudget, shareOf } from "../../../server/payments/sweeping/sweep-budget.ts";

const budgetOf = (maxCalls: number) => createBudget({ maxCalls, maxMs: 60_000, isStopping: () => false });

const takeAll = (budget: ReturnType<typeof budgetOf>) => {
  let taken = 0;
  while (budget.take()) taken++;
  return taken;
};

test("a share is part of its budget, and leaves the rest to others", () => {
  const budget = budgetOf(10);
  const share = shareOf(budget, 4);
  expect([takeAll(share), share.isLeft(), budget.isLeft()]).toEqual([4, false, true]);
  expect(takeAll(shareOf(budget, 100))).toBe(6);
  expect([budget.isLeft(), takeAll(shareOf(budget, 1))]).toEqual([false, 0]);
});
