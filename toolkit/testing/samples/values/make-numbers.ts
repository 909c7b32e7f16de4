import { createIsMultiple, decimalOf, numberOf, type Schema } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import fc, { type Arbitrary } from "fast-check";
import { choice, Unreachable } from "./arbitraries.ts";

const integerRange: Record<string, [number, number]> = { int32: [-(2 ** 31), 2 ** 31 - 1] };

/** @param isEveryday whether numbers are at most thousands, if possible, and have few decimals */
export function numbers(
  keywords: Schema,
  type: "integer" | "number",
  { isEveryday = false } = {},
): Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = keywords as Record<
    string,
    never
  >;
  const min = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const max = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const openMin = exclusiveMinimum !== undefined && min === exclusiveMinimum;
  const openMax = exclusiveMaximum !== undefined && max === exclusiveMaximum;
  const isStepless = type === "number" && multipleOf === undefined;
  const step: number = multipleOf ?? (isStepless ? decimalStep(max - min) : 1);
  const anyDecimal = () => decimals(min, max, openMin, openMax);
  if (isStepless && !isEveryday) return anyDecimal();
  const [widestMin, widestMax] = own(integerRange, format ?? "") ?? [-widest, widest];
  const { digits } = decimalOf(step);
  const reach = Number.isInteger(step) ? widest : Math.max(1, Math.floor(1e14 / Number(digits)));
  const from = Math.max(stepsTo(min, step, Math.ceil), Math.ceil(widestMin / Math.max(step, 1)), -reach);
  const to = Math.min(stepsTo(max, step, Math.floor), Math.floor(widestMax / Math.max(step, 1)), reach);
  const lo = openMin && multiple(step, from) === min ? from + 1 : from;
  const hi = openMax && multiple(step, to) === max ? to - 1 : to;
  if (lo > hi && isStepless) return anyDecimal();
  if (lo > hi) return bounds([openMin ? Infinity : min, openMax ? Infinity : max], step);
  const near = Math.min(hi, Math.max(lo, 0));
  if (isEveryday) {
    const reach = Math.ceil(thousands / step);
    const least = near === 0 && hi > 0 ? 0 : Math.max(lo, near - reach);
    return fc.integer({ min: least, max: Math.min(hi, near + reach) }).map((steps) => multiple(step, steps));
  }
  return choice(
    { weight: 3, arbitrary: fc.integer({ min: Math.max(lo, near - 10), max: Math.min(hi, near + 10) }) },
    { weight: 2, arbitrary: fc.integer({ min: lo, max: hi }) },
    { weight: 2, arbitrary: fc.constantFrom(near, lo, hi, Math.min(hi, lo + 1), Math.max(lo, hi - 1)) },
  ).map((steps) => multiple(step, steps));
}

const widest = Number.MAX_SAFE_INTEGER;
const thousands = 1000;

/** Cents, or less between close bounds. */
function decimalStep(width: number): number {
  return width >= 1 ? 0.01 : 10 ** Math.floor(Math.log10(width || 1) - 2);
}

/** Decimal fractions aren't exact in binary, and neither are their products: 3 × 0.1 isn't 0.3. */
export function multiple(step: number, steps: number): number {
  if (Number.isInteger(step)) return steps * step || 0;
  const { digits, exponent } = decimalOf(step);
  return numberOf({ digits: digits * BigInt(steps), exponent }) || 0;
}

/** The number of steps to a bound, rounded to the side that `round` selects. */
function stepsTo(bound: number, step: number, round: (steps: number) => number): number {
  const steps = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, bound / step));
  const nearest = Math.round(steps);
  return Number.isSafeInteger(nearest) && multiple(step, nearest) === bound ? nearest : round(steps);
}

/** Falls back to a bound itself, because integers of this size are inexact. */
function bounds(values: number[], step: number): Arbitrary<number> {
  const isMultiple = createIsMultiple(step);
  const [value] = values.filter((one) => !Number.isSafeInteger(one) && isMultiple(one));
  if (value === undefined) throw new Unreachable("no number is between the bounds");
  return fc.constant(value);
}

function decimals(min: number, max: number, openMin: boolean, openMax: boolean): Arbitrary<number> {
  if (min > max || (min === max && (openMin || openMax))) throw new Unreachable("no number is between");
  const bounds = [...(openMin ? [] : [min]), ...(openMax ? [] : [max])].filter(Number.isFinite);
  const within = fc.double({
    min: Math.max(min, Math.min(-1e15, max)),
    max: Math.min(max, Math.max(1e15, min)),
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
