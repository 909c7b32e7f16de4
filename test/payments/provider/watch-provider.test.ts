import type { Outages } from "@counterpart/server";
import { unavailable } from "@counterpart/server/errors";
import { beforeEach, expect, test, vi } from "vitest";
import { isDatabaseOutage, ofPostgres } from "../../../server/database/engines/database-errors.ts";
import { watchProvider } from "../../../server/payments/provider/call-provider.ts";
import { StripeSdk } from "../../../server/payments/provider/stripe-sdk.ts";

const { StripeConnectionError, StripeInvalidRequestError } = StripeSdk.errors;
const away = new StripeConnectionError({ message: "no answer", type: "api_error" });
const refusal = new StripeInvalidRequestError({ message: "no such price", type: "invalid_request_error" });

const succeeded = vi.fn();
let isProviderOutage: ((error: unknown) => boolean) | undefined;
const watch: Outages["watch"] = ({ isOutage }) => {
  isProviderOutage = isOutage;
  return { succeeded: () => succeeded() };
};
const call = watchProvider({ watch }, (_name, _account, run) => run());
beforeEach(() => void succeeded.mockClear());

test("a response of the provider ends an outage, even an error", async () => {
  await call("readSession", null, async () => "paid");
  expect(succeeded).toHaveBeenCalledTimes(1);
  await expect(call("readSession", null, async () => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(succeeded).toHaveBeenCalledTimes(2);
});

test("a call without a response doesn't, whether translated for the caller or not", async () => {
  for (const error of [away, unavailable("Try again.", { cause: away })]) {
    await expect(call("readSession", null, async () => Promise.reject(error))).rejects.toBe(error);
  }
  expect(succeeded).not.toHaveBeenCalled();
});

test("an error belongs to the provider's or the database's outage, by its source", () => {
  const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect([isProviderOutage?.(away), isProviderOutage?.(refusal), isProviderOutage?.(refused())]).toEqual([
    true,
    false,
    false,
  ]);
  // An error of a collector or another system isn't the database's.
  expect(isDatabaseOutage(refused())).toBe(false);
  expect(isDatabaseOutage(ofPostgres(refused()))).toBe(true);
  expect(isDatabaseOutage(Object.assign(new Error("terminating connection"), { code: "57P01" }))).toBe(true);
});
