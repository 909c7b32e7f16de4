import { expect, test } from "vitest";
import { type DatePlan, dateTexts, parseDates } from "../../client/dates.ts";

const read = (plan: DatePlan, value: unknown) => parseDates({}, plan, value);

test.each([
  ["2026-03-01", "2026-03-01T00:00:00.000Z"],
  ["0000-01-01", "0000-01-01T00:00:00.000Z"],
  ["9999-12-31", "9999-12-31T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2026-03-01T12:30:00Z", "2026-03-01T12:30:00.000Z"],
  ["2026-03-01t12:30:00z", "2026-03-01T12:30:00.000Z"],
  ["2026-03-01 12:30:00Z", "2026-03-01T12:30:00.000Z"],
  ["2026-03-01T12:30:00.5+02:00", "2026-03-01T10:30:00.500Z"],
  ["2026-03-01T00:30:00-23:59", "2026-03-02T00:29:00.000Z"],
  ["2026-03-01T12:30:00.123999999Z", "2026-03-01T12:30:00.123Z"],
  // Leap seconds (RFC 3339, 5.8).
  ["1990-12-31T23:59:60Z", "1991-01-01T00:00:00.000Z"],
  ["1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00.000Z"],
])("%s is the Date %s", (text, expected) => {
  expect((read("date-time", text) as Date).toISOString()).toBe(expected);
});

test.each([
  "",
  "soon",
  "2026",
  "2026-13-01",
  "2026-02-30",
  "2025-02-29",
  "2026-03-01T12:30:00",
  "2026-03-01T12:30Z",
  "2026-03-01T25:00:00Z",
  "12026-03-01",
  "2026-03-01T12:30:00+25:00",
  5,
  null,
  undefined,
])("%s stays as it is", (value) => {
  expect(read("date-time", value)).toBe(value);
});

const day = new Date("2026-03-01");

test("dates are found where the plan says, and the value that was given stays", () => {
  const given = {
    on: "2026-03-01",
    name: "2026-03-01",
    list: ["2026-03-01", "2026-03-01", "2026-03-01"],
    nested: { next: { on: "2026-03-01" } },
    other: "2026-03-01",
  };
  const before = structuredClone(given);
  const plan: DatePlan = {
    properties: { on: "date", name: null, list: { first: [null, "date"], items: "date" }, nested: "#Trip" },
    others: "date",
  };
  expect(parseDates({ Trip: { properties: { on: "date", next: "#Trip" } } }, plan, given)).toEqual({
    on: day,
    name: "2026-03-01",
    list: ["2026-03-01", day, day],
    nested: { next: { on: day } },
    other: day,
  });
  expect(given).toEqual(before);
});

test("names that every object inherits are properties like others", () => {
  const given = JSON.parse('{"__proto__":"2026-03-01","constructor":"2026-03-01","toString":"2026-03-01"}');
  const changed = read(JSON.parse('{"properties":{"constructor":"date"}}'), given) as object;
  expect(Object.entries(changed)).toEqual([
    ["__proto__", "2026-03-01"],
    ["constructor", day],
    ["toString", "2026-03-01"],
  ]);
});

test("an alternative counts only for objects with its value", () => {
  const plan: DatePlan = [
    { when: ["kind", ["on"]], plan: { properties: { value: "date" } } },
    { when: ["kind", ["due"]], plan: { properties: { until: "date" } } },
  ];
  expect(read(plan, { kind: "on", value: "2026-03-01" })).toEqual({ kind: "on", value: day });
  expect(read(plan, { kind: "text", value: "2026-03-01" })).toEqual({ kind: "text", value: "2026-03-01" });
});

test("items of a stream are read as they arrive", async () => {
  async function* items() {
    yield { on: "2026-03-01" };
    yield { on: "soon" };
  }
  const found = read({ each: { properties: { on: "date" } } }, items()) as AsyncIterable<unknown>;
  const all: unknown[] = [];
  for await (const item of found) all.push(item);
  expect(all).toEqual([{ on: day }, { on: "soon" }]);
});

test("a Date is written as the text of its format, and nothing else is touched", () => {
  const file = new Blob(["a"]);
  const bytes = new ReadableStream();
  const plan: DatePlan = {
    properties: { on: "date", at: "date-time", file: { properties: { on: "date" } } },
  };
  const given = { on: day, at: day, file, text: day };
  expect(dateTexts({}, plan, given)).toEqual({
    on: "2026-03-01",
    at: "2026-03-01T00:00:00.000Z",
    file,
    text: day,
  });
  expect(dateTexts({}, plan, { on: "2026-03-01" })).toEqual({ on: "2026-03-01" });
  expect(dateTexts({}, plan, file)).toBe(file);
  expect(dateTexts({}, { each: plan }, bytes)).toBe(bytes);
  expect(() => dateTexts({}, plan, { on: new Date("soon") })).toThrow(RangeError);
});
