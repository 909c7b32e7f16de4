import { expect, test } from "vitest";
import { day, instant } from "../../server/dashboard/view/texts.ts";

test("a day has no leading zero", () => {
  expect(day(Date.UTC(2026, 8, 5, 23, 59))).toBe("5 Sep 2026");
});

test("an instant has its minute, in UTC", () => {
  expect(String(instant(Date.UTC(2026, 0, 15, 9, 5)))).toBe(
    '<time datetime="2026-01-15T09:05:00.000Z">15 Jan 2026, 09:05 UTC</time>',
  );
});
