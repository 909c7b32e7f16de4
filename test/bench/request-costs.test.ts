import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readRequestCosts, withRequestCosts } from "../../bench/request-costs.ts";

const scaling = readFileSync("docs/scaling.md", "utf8");

test("docs/scaling.md has the figures that the bench wrote, and those derived from them", () => {
  expect(scaling).toBe(withRequestCosts(scaling, readRequestCosts()));
});

test("the derived figures are computed from the measured ones", () => {
  const cost = { statements: 1, roundTrips: 1, bytesSent: 200, bytesReceived: 300.4 };
  const page = withRequestCosts(scaling, {
    measured: "2026-01-02",
    cores: 8,
    node: "24",
    product: { ...cost, oursUs: 50, postgresUs: 1.31, statements: 0, roundTrips: 0 },
    cartRead: { ...cost, oursUs: 100, postgresUs: 12.5 },
    cartWrite: { ...cost, oursUs: 200, postgresUs: 80 },
  });
  for (const line of [
    "Measured on 2026-01-02, with 8 cores and Node 24:",
    "| read a product | 50 µs | 0 (1.3 µs of polling for changes) | 0: from the cache | 0 | 0 |",
    "| read a cart | 100 µs | 13 µs | 1 | 1 | 200 and 300 |",
    "| read a product | about 12,000 | any number | |",
    "| change a line of a cart | about 3,000 | 2.5 | about 13,000 |",
    "| 100,000 | 6.5 | 11 | 0.59 |",
  ]) {
    expect(page).toContain(`${line}\n`);
  }
  expect(page).toContain("a request costs 65 µs here and\n5.9 µs in PostgreSQL");
});

test("no other page repeats them", () => {
  for (const page of ["docs/operating.md", "README.md"]) {
    expect(readFileSync(page, "utf8"), page).not.toMatch(/\d µs|\d [a-z ]*(?:reads|changes)[a-z ]* a second/);
  }
});
