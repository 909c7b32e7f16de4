import { expect, test } from "vitest";
import {
  disputeStatuses,
  isOpenDispute,
  isUnansweredDispute,
  toDisputeStatus,
} from "../../server/domain/dispute.ts";

const statusesOf = (is: (dispute: { status: (typeof disputeStatuses)[number] }) => boolean) =>
  disputeStatuses.filter((status) => is({ status }));

test("a dispute is open until it is decided, prevented, or the inquiry is closed", () => {
  expect(disputeStatuses.filter((status) => !isOpenDispute({ status }))).toEqual([
    "warning_closed",
    "won",
    "lost",
    "prevented",
  ]);
});

test("the bank waits for a response to a dispute, an inquiry and an appeal", () => {
  expect(statusesOf(isUnansweredDispute)).toEqual([
    "warning_needs_response",
    "needs_response",
    "appeal_needs_response",
  ]);
});

test("an unknown status isn't decided", () => {
  expect(disputeStatuses.map(toDisputeStatus)).toEqual([...disputeStatuses]);
  expect(["arbitration", "", "toString"].map(toDisputeStatus)).toEqual(Array(3).fill("under_review"));
});
