import { expect, test } from "vitest";
import { isRedeemable } from "../../server/domain/promotion-code.ts";

test.each([
  [999, true],
  [1000, false],
  [1001, false],
])("a code that expires at 1000 can be redeemed at %i: %s", (now, expected) => {
  expect(isRedeemable({ expiresAt: 1000, deactivatedAt: null }, now)).toBe(expected);
});

test("a code without an expiry can be redeemed until it is deactivated", () => {
  expect(isRedeemable({ expiresAt: null, deactivatedAt: null }, 1000)).toBe(true);
  expect(isRedeemable({ expiresAt: null, deactivatedAt: 1 }, 1000)).toBe(false);
});
