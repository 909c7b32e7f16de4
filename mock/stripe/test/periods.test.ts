import { expect, it } from "vitest";
import { periodEnd } from "../billing/periods.ts";

const at = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1000;

it.each([
  ["2026-01-31", "month", "2026-01-31", "2026-02-28"],
  ["2026-01-31", "month", "2026-02-28", "2026-03-31"],
  ["2024-02-29", "year", "2024-02-29", "2025-02-28"],
  ["2024-02-29", "year", "2027-02-28", "2028-02-29"],
] as const)("a period counted from %s (%s) after %s ends on %s", (anchor, interval, after, end) => {
  expect(periodEnd(at(anchor), interval, at(after))).toBe(at(end));
});
