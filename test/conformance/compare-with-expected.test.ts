import { expect, test } from "vitest";
import { compareWithExpected } from "../../conformance/compare-with-expected.ts";
import { reportPage, reportTable } from "../../conformance/report.ts";
import type { Case } from "../../conformance/suite-result.ts";

const cases: Case[] = [
  { name: "a", outcome: "passed" },
  { name: "b", outcome: "silently wrong", detail: "200 for 400" },
  { name: "c", outcome: "not expressible" },
];
const expected = [
  { outcome: "silently wrong", reason: "Later.", cases: ["b"] },
  { outcome: "not expressible", reason: "Headers have no order.", cases: ["c"] },
] as const;
const entries = (...changed: object[]) =>
  [...expected, ...changed].map((one) => structuredClone(one)) as never;

test("a suite whose failures are all expected has no problem", () => {
  expect(compareWithExpected(cases, entries())).toEqual([]);
});

test.each([
  [
    "an unexpected failure",
    [...cases, { name: "d", outcome: "reported", detail: "not read" }],
    "d: reported, expected passed\n  not read",
  ],
  [
    "an expected failure that passes",
    [cases[0], { name: "b", outcome: "passed" }, cases[2]],
    "b: passed, expected silently wrong",
  ],
  [
    "a failure of another kind",
    [cases[0], cases[1], { name: "c", outcome: "silently wrong" }],
    "c: silently wrong, expected not expressible",
  ],
  ["an expected failure whose case is gone", cases.slice(0, 2), "c: expected, but not a case"],
  ["a name that two cases have", [...cases, cases[0]], "a: two cases have this name"],
])("%s is a problem", (_, changed, problem) => {
  expect(compareWithExpected(changed as Case[], entries())).toEqual([problem]);
});

test("a failure that two entries expect is a problem", () => {
  const twice = entries({ outcome: "silently wrong", reason: "Again.", cases: ["b"] });
  expect(compareWithExpected(cases, twice)).toEqual(["b: expected twice"]);
});

test("the table counts outcomes, with the share of all cases and of those that can be expressed", () => {
  const result = { suite: "letters", version: "1.0", cases };
  expect(reportTable([result]).split("\n").at(-1)).toBe(
    "| letters | 1.0 | 3 | 1 | 0 | 1 | 1 | 33.3 % | 50 % |",
  );
  expect(reportPage([{ result, expected: entries() }], "2026-11-26")).toContain(
    "- silently wrong: Later.\n  - b\n- not expressible: Headers have no order.\n  - c",
  );
});
