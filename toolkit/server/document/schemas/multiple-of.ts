/** A number as in JSON: `digits` × 10 to the power of `exponent`. */
export interface Decimal {
  digits: bigint;
  exponent: number;
}

/** The shortest decimal that represents a finite number, which is most likely what was written. */
export function decimalOf(value: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The number nearest to a decimal. */
export function numberOf({ digits, exponent }: Decimal): number {
  return Number(`${digits}e${exponent}`);
}

/** Decimals with at most 15 digits are distinct as numbers. */
const maxExact = 1e15;
/** Larger powers of ten aren't exact. */
const maxPlaces = 22;

/**
 * Creates a check for multiples in decimal arithmetic: 19.99 is a multiple of 0.01, though binary division
 * leaves a remainder.
 */
export function createIsMultiple(step: number): (value: number) => boolean {
  const { digits, exponent } = decimalOf(step);
  const places = Math.max(0, -exponent);
  const scale = 10 ** places;
  const scaledStep = Number(digits) * 10 ** Math.max(0, exponent);
  const isWhole = Number.isInteger(step);
  const isExact = places <= maxPlaces && scaledStep < maxExact;
  return (value) => {
    if (isWhole && value % step === 0) return true;
    if (!Number.isFinite(value)) return false;
    const scaled = Math.round(value * scale);
    if (isExact && Math.abs(scaled) < maxExact) return scaled / scale === value && scaled % scaledStep === 0;
    const decimal = decimalOf(value);
    const least = Math.min(decimal.exponent, exponent);
    const aligned = (one: Decimal) => one.digits * 10n ** BigInt(one.exponent - least);
    return aligned(decimal) % aligned({ digits, exponent }) === 0n;
  };
}
