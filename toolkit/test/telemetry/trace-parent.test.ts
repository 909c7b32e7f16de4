import { TraceFlags } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { expect, test } from "vitest";
import { isUnsampled, readTraceParent } from "../../server/telemetry/trace-parent.ts";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const span = "00f067aa0ba902b7";

test.each([
  ["00", true],
  ["02", true],
  ["fe", true],
  ["01", false],
  ["03", false],
  ["ff", false],
])("flags %s: %s", (flags, expected) => {
  const text = `00-${trace}-${span}-${flags}`;
  expect(isUnsampled(text)).toBe(expected);
  expect(readTraceParent(text)).toEqual(parseTraceParent(text));
});

const unsampled = `00-${trace}-${span}-00`;
/** Each character of a readable one replaced: by what isn't a digit, an upper-case digit, a dash, another digit. */
const replaced = [...unsampled].flatMap((_, at) =>
  ["g", "`", "/", ":", "F", "-", "0", "é"].map((by) => unsampled.slice(0, at) + by + unsampled.slice(at + 1)),
);

test.each([
  ...replaced,
  `00-${"0".repeat(32)}-${span}-00`,
  `00-${trace}-${"0".repeat(16)}-00`,
  `00-${trace}-${span}-00-more`,
  `01-${trace}-${span}-00`,
  `cc-${trace}-${span}-00-what-comes-later`,
  `cc-${trace}-${span}-01-what-comes-later`,
  `ff-${trace}-${span}-00`,
  ` ${unsampled} `,
  unsampled.slice(0, -1),
  `${unsampled}0`,
  "",
])("%j is read as the library reads it", (text) => {
  const parent = parseTraceParent(text);
  expect(readTraceParent(text)).toEqual(parent ?? undefined);
  const isOfToday = /^00-.{52}$/.test(text);
  const isUnsampledOne = parent !== null && (parent.traceFlags & TraceFlags.SAMPLED) === 0;
  expect(isUnsampled(text)).toBe(isOfToday && isUnsampledOne);
});
