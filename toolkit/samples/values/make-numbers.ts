import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "../../document/document.ts";
import { choice } from "./choice.ts";
import { Unreachable } from "./satisfying.ts";

const integerRange: Record<string, [number, number]> = { int32: [-(2 ** 31), 2 ** 31 - 1] };

export function numbers(keywords: Schema, type: "integer" | "number"): Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = keywords as Record<
    string,
    never
  >;
  const [widestMin, widestMax] = integerRange[format ?? ""] ?? [
    Number.MIN_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
  ];
  const min = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const max = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const openMin = exclusiveMinimum !== undefined && min === exclusiveMinimum;
  const openMax = exclusiveMaximum !== undefined && max === exclusiveMaximum;
  const step: number | undefined = multipleOf ?? (type === "integer" ? 1 : undefined);
  if (step === undefined) return decimals(min, max, openMin, openMax);
  const from = Math.max(Math.ceil(min / step), Math.ceil(widestMin / Math.max(step, 1)));
  const to = Math.min(Math.floor(max / step), Math.floor(widestMax / Math.max(step, 1)));
  const lo = openMin && from * step === min ? from + 1 : from;
  const hi = openMax && to * step === max ? to - 1 : to;
  if (lo > hi) throw new Unreachable(`no number is between ${min} and ${max}`);
  const near = Math.min(hi, Math.max(lo, 0));
  // Decimal fractions aren't exact in binary, and neither are their products: 3 × 0.1 isn't 0.3.
  const whole = (steps: number) => Number((steps * step).toPrecision(15));
  return choice(
    { weight: 3, arbitrary: fc.integer({ min: Math.max(lo, near - 10), max: Math.min(hi, near + 10) }) },
    { weight: 2, arbitrary: fc.integer({ min: lo, max: hi }) },
    { weight: 2, arbitrary: fc.constantFrom(near, lo, hi, Math.min(hi, lo + 1), Math.max(lo, hi - 1)) },
  ).map((steps) => (Number.isInteger(step) ? steps * step : whole(steps)) || 0);
}

function decimals(min: number, max: number, openMin: boolean, openMax: boolean): Arbitrary<number> {
  if (min > max || (min === max && (openMin || openMax))) throw new Unreachable("no number is between");
  const bounds = [...(openMin ? [] : [min]), ...(openMax ? [] : [max])].filter(Number.isFinite);
  const within = fc.double({
    min: Math.max(min, -1e15),
    max: Math.min(max, 1e15),
    minExcluded: openMin,
    maxExcluded: openMax,
    noNaN: true,
    noDefaultInfinity: true,
  });
  const isWithin = (value: number) =>
    (openMin ? value > min : value >= min) && (openMax ? value < max : value <= max);
  const short = within.map((value) => {
    const rounded = Number(value.toFixed(2)) || 0;
    // Between 0.001 and 0.004 no number has two decimals.
    return isWithin(rounded) ? rounded : value;
  });
  return choice(
    { weight: 3, arbitrary: short },
    { weight: 1, arbitrary: within.map((value) => value || 0) },
    ...(bounds.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...bounds) }] : []),
  );
}
