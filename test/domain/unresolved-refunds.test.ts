import { expect, test } from "vitest";
import type { RefundedLine } from "../../server/domain/refund-content.ts";
import { type MadeRefund, unresolvedRefunds } from "../../server/domain/unresolved-refunds.ts";

const failed: MadeRefund = {
  id: "re_1",
  paymentId: "pi_1",
  amount: 100,
  status: "failed",
  createdAt: 1000,
  resolvedAt: null,
  ...{ lines: [], shipping: 0 },
};
const again: MadeRefund = { ...failed, id: "re_2", status: "succeeded", createdAt: 2000 };
const line = (productId: string, quantity = 1) => ({ productId, quantity, amount: 100 });
const ofItems = (...lines: RefundedLine[]) => ({ ...failed, lines });
const againOf = (...lines: RefundedLine[]) => ({ ...again, lines });

test.each<[string, MadeRefund[], string[]]>([
  ["a failed refund is", [failed], ["re_1"]],
  ["one that a person resolved isn't", [{ ...failed, resolvedAt: 5 }], []],
  ["one that was made again isn't", [failed, again], []],
  ["one that is being made again isn't", [failed, { ...again, status: "pending" }], []],
  ["one that was made again in part is", [failed, { ...again, amount: 99 }], ["re_1"]],
  ["one beside an earlier refund is", [{ ...again, createdAt: 999 }, failed], ["re_1"]],
  ["one beside a refund of another payment is", [failed, { ...again, paymentId: "pi_2" }], ["re_1"]],
  ["both are when it fails twice", [failed, { ...again, status: "failed" }], ["re_1", "re_2"]],
  ["one of items beside a refund of others is", [ofItems(line("a")), againOf(line("b"))], ["re_1"]],
  ["one of items that was made again in part is", [ofItems(line("a", 2)), againOf(line("a"))], ["re_1"]],
  [
    "one of items that was made again with others isn't",
    [ofItems(line("a")), againOf(line("b"), line("a", 2))],
    [],
  ],
  [
    "one of items that cost less again isn't",
    [ofItems(line("a")), { ...againOf(line("a")), amount: 99 }],
    [],
  ],
  [
    "one of shipping beside a refund of items is",
    [{ ...failed, shipping: 100 }, againOf(line("a"))],
    ["re_1"],
  ],
  [
    "one of items and shipping, without shipping, is",
    [{ ...ofItems(line("a")), shipping: 10 }, againOf(line("a"))],
    ["re_1"],
  ],
  [
    "one of shipping, with items, isn't",
    [
      { ...failed, shipping: 100 },
      { ...againOf(line("a")), shipping: 100 },
    ],
    [],
  ],
  ["one of items that was made again by its amount isn't", [ofItems(line("a")), again], []],
  ["one of an amount that was made again by items isn't", [failed, againOf(line("a"))], []],
])("%s unresolved", (_, refunds, expected) => {
  expect(unresolvedRefunds(refunds).map(({ id }) => id)).toEqual(expected);
});
