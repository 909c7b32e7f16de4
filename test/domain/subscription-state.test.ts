import { expect, test } from "vitest";
import { isHeld, isLive, retryDuplicateAfterMs, secondOf } from "../../server/domain/subscription-state.ts";

test.each([
  ["active", true, true],
  ["trialing", true, true],
  ["past_due", true, true],
  ["unpaid", true, true],
  ["paused", true, true],
  ["incomplete", false, true],
  ["incomplete_expired", false, false],
  ["canceled", false, false],
  ["something_new", false, false],
])("a subscription that is %s", (status, live, whilePending) => {
  expect(isLive({ status })).toBe(live);
  expect(isHeld({ status, isPaymentPending: false })).toBe(live);
  expect(isHeld({ status, isPaymentPending: true })).toBe(whilePending);
});

test.each([
  [1000, 2000, "news"],
  [2000, 1000, "known"],
  [1000, 1000, "news"],
  [null, 1000, "news"],
  [1000, null, "news"],
])(
  "of one created at %s and one created at %s that becomes live later, %s is the second",
  (known, news, second) => {
    const [one, other] = [
      { id: "known", createdAt: known },
      { id: "news", createdAt: news },
    ];
    expect(secondOf(one, other).id).toBe(second);
  },
);

test("handling a duplicate is retried after a minute, then at growing intervals, up to half a day", () => {
  const minutes = [0, 1, 2, 9, 10, 1000].map((attempts) => retryDuplicateAfterMs(attempts) / 60_000);
  expect(minutes).toEqual([1, 2, 4, 512, 720, 720]);
});
