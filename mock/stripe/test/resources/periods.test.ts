import { expect, it } from "vitest";
import { periodEnd } from "../../resources/billing/periods.ts";

const at = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1000;

it.each([
  ["2026-01-31", "month", 1, "2026-01-31", "2026-02-28"],
  ["2026-01-31", "month", 1, "2026-02-28", "2026-03-31"],
  ["2024-02-29", "year", 1, "2024-02-29", "2025-02-28"],
  ["2024-02-29", "year", 1, "2027-02-28", "2028-02-29"],
  ["2026-11-02", "month", 3, "2026-11-02", "2027-02-02"],
  ["2026-11-02", "week", 2, "2026-11-16", "2026-11-30"],
  ["2026-11-02", "day", 1, "2026-11-05", "2026-11-06"],
] as const)(
  "a period counted from %s (%s × %i) after %s ends on %s",
  (anchor, interval, count, after, end) => {
    expect(periodEnd(at(anchor), interval, count, at(after))).toBe(at(end));
  },
);
