import { TraceFlags } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { expect, test } from "vitest";
import { isUnsampled } from "../../telemetry/is-unsampled.ts";

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
  expect(isUnsampled(`00-${trace}-${span}-${flags}`)).toBe(expected);
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
])("%j is read as the library reads it", (traceparent) => {
  const parent = parseTraceParent(traceparent);
  expect(isUnsampled(traceparent)).toBe(parent !== null && (parent.traceFlags & TraceFlags.SAMPLED) === 0);
});
