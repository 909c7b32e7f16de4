import { expect, test } from "vitest";
import { giveUpAfterMs, retryDelayMs } from "../../../server/domain/events/delivery-schedule.ts";

const delays = (random: number) => Array.from({ length: 40 }, (_, index) => retryDelayMs(index + 1, random));

test("attempts are seconds apart at first, and six hours at the end", () => {
  expect(delays(0).slice(0, 9)).toEqual([
    5000, 20_000, 80_000, 320_000, 1_280_000, 5_120_000, 20_480_000, 21_600_000, 21_600_000,
  ]);
});

test("jitter shortens a delay by up to half", () => {
  expect(delays(1)).toEqual(delays(0).map((delay) => delay / 2));
});

test("there are fifteen retries within three days", () => {
  const total = (attempts: number) =>
    delays(0)
      .slice(0, attempts)
      .reduce((sum, delay) => sum + delay, 0);
  expect(total(15)).toBeLessThan(giveUpAfterMs);
});
