/** `amount × share / whole`, rounded half up to a multiple of `step`. All are whole numbers. */
export function shareOf(amount: number, share: number, whole: number, step = 1): number {
  const divisor = whole * step;
  return Math.floor((2 * amount * share + divisor) / (2 * divisor)) * step;
}

/** Splits `amount` in the ratio of the weights. The parts add up to it; remainders go to the largest fractions. */
export function split(amount: number, weights: number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((amount * weight) / whole));
  const rest = amount - parts.reduce((sum, part) => sum + part, 0);
  const byFraction = weights
    .map((weight, index) => ({ index, fraction: (amount * weight) % whole }))
    .sort((one, other) => other.fraction - one.fraction);
  const raised = new Set(byFraction.slice(0, rest).map(({ index }) => index));
  return parts.map((part, index) => part + (raised.has(index) ? 1 : 0));
}
