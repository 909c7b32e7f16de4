import { expect, test } from "vitest";
import { type MadeRefund, unresolvedRefunds } from "../../server/domain/refund.ts";

const failed: MadeRefund = {
  id: "re_1",
  paymentId: "pi_1",
  amount: 100,
  status: "failed",
  createdAt: 1000,
  resolvedAt: null,
};
const again: MadeRefund = { ...failed, id: "re_2", status: "succeeded", createdAt: 2000 };

test.each<[string, MadeRefund[], string[]]>([
  ["a failed refund is", [failed], ["re_1"]],
  ["one that a person resolved isn't", [{ ...failed, resolvedAt: 5 }], []],
  ["one that was made again isn't", [failed, again], []],
  ["one that is being made again isn't", [failed, { ...again, status: "pending" }], []],
  ["one that was made again in part is", [failed, { ...again, amount: 99 }], ["re_1"]],
  ["one beside an earlier refund is", [{ ...again, createdAt: 999 }, failed], ["re_1"]],
  ["one beside a refund of another payment is", [failed, { ...again, paymentId: "pi_2" }], ["re_1"]],
  ["both are when it fails twice", [failed, { ...again, status: "failed" }], ["re_1", "re_2"]],
])("%s unresolved", (_, refunds, expected) => {
  expect(unresolvedRefunds(refunds).map(({ id }) => id)).toEqual(expected);
});
