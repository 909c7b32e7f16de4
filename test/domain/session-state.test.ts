import { describe, expect, test } from "vitest";
import {
  isSettled,
  isUnsettled,
  mayFollow,
  outcomeOf,
  type SessionState,
} from "../../server/domain/session-state.ts";

const states = {
  open: { status: "open", paymentStatus: "unpaid", paymentOutcome: null },
  "open and free": { status: "open", paymentStatus: "no_payment_required", paymentOutcome: null },
  expired: { status: "expired", paymentStatus: "unpaid", paymentOutcome: null },
  pending: { status: "complete", paymentStatus: "unpaid", paymentOutcome: "pending" },
  failed: { status: "complete", paymentStatus: "unpaid", paymentOutcome: "failed" },
  paid: { status: "complete", paymentStatus: "paid", paymentOutcome: "paid" },
  "free and done": { status: "complete", paymentStatus: "no_payment_required", paymentOutcome: "paid" },
} as const satisfies Record<string, SessionState>;

type Name = keyof typeof states;
const names = Object.keys(states) as Name[];

test("a session is settled once its state is final, and never while it is open, free or not", () => {
  const settled = names.filter((name) => isSettled(states[name]));
  expect(settled).toEqual(["expired", "failed", "paid", "free and done"]);
});

test("a stored state is settled exactly if the session read from it is", () => {
  const completed = (paymentStatus: SessionState["paymentStatus"]): SessionState => ({
    status: "complete",
    paymentStatus,
    paymentOutcome: null,
  });
  // The last three were completed before there were outcomes.
  const stored = [
    ...names.map((name) => states[name]),
    ...(["unpaid", "paid", "no_payment_required"] as const).map(completed),
  ];
  for (const state of stored) {
    const read = { ...state, paymentOutcome: outcomeOf(state) };
    expect(isUnsettled(state), JSON.stringify(state)).toBe(!isSettled(read));
  }
  expect(outcomeOf(completed("unpaid"))).toBe("pending");
  expect(outcomeOf(completed("no_payment_required"))).toBe("paid");
});

describe("the provider's response changes", () => {
  /** The reported states that replace a known one. All others change nothing, however late they arrive. */
  const followersOf: Record<Name, Name[]> = {
    open: names,
    "open and free": names,
    expired: ["pending", "failed", "paid", "free and done"],
    pending: ["pending", "failed", "paid", "free and done"],
    failed: ["paid", "free and done"],
    paid: [],
    "free and done": [],
  };

  test.each(names)("a known %s session only to later states", (known) => {
    expect(names.filter((next) => mayFollow(states[known], states[next]))).toEqual(followersOf[known]);
  });
});
