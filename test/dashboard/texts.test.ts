import { expect, test } from "vitest";
import { roundUp } from "../../server/dashboard/pages/overview/sales-chart.ts";
import { day, emailText, instant, shortInstant } from "../../server/dashboard/view/texts.ts";

test("a day has no leading zero", () => {
  expect(day(Date.UTC(2026, 8, 5, 23, 59), "UTC")).toBe("5 Sep 2026");
  expect(day(Date.UTC(2026, 8, 5, 23, 59), "Europe/Dublin")).toBe("6 Sep 2026");
});

test("an instant has its minute, in UTC", () => {
  expect(String(instant(Date.UTC(2026, 0, 15, 9, 5), "UTC"))).toBe(
    '<time datetime="2026-01-15T09:05:00.000Z">15 Jan 2026, 09:05 UTC</time>',
  );
});

test.each([
  [Date.UTC(2026, 0, 15, 0, 0), "Today, 00:00"],
  [Date.UTC(2026, 0, 14, 23, 59), "Yesterday, 23:59"],
  [Date.UTC(2026, 0, 13, 23, 59), "13 Jan, 23:59"],
  [Date.UTC(2025, 11, 31, 12, 0), "31 Dec 2025"],
])("a short instant leaves out what the reader knows: %s is %s", (ms, text) => {
  const now = Date.UTC(2026, 0, 15, 0, 30);
  expect(String(shortInstant(ms, now, "UTC")).replaceAll(/<[^>]+>/g, "")).toBe(text);
});

test("an instant has the local time of another zone", () => {
  expect(String(instant(Date.UTC(2026, 6, 15, 23, 5), "Europe/Dublin"))).toBe(
    '<time datetime="2026-07-15T23:05:00.000Z">16 Jul 2026, 00:05</time>',
  );
});

test.each([
  [Date.UTC(2026, 6, 14, 23, 0), "Today, 00:00"],
  [Date.UTC(2026, 6, 14, 22, 59), "Yesterday, 23:59"],
])("today is the zone's day: %s is %s", (ms, text) => {
  const now = Date.UTC(2026, 6, 15, 0, 30);
  expect(String(shortInstant(ms, now, "Europe/Dublin")).replaceAll(/<[^>]+>/g, "")).toBe(text);
});

test("an email address breaks at its signs, not within its words", async () => {
  expect(String(await emailText("ada.byrne-walsh@mail.example"))).toBe(
    "ada<wbr>.byrne-<wbr>walsh<wbr>@mail<wbr>.example",
  );
});

test.each([
  [0, "eur", 400],
  [400, "eur", 400],
  [401, "eur", 800],
  [14_400, "eur", 16_000],
  [99_999, "eur", 120_000],
  [14_400, "jpy", 16_000],
])("the axis for %d %s ends at %d, so that its lines have whole amounts", (amount, currency, top) => {
  expect(roundUp(amount, currency)).toBe(top);
});
