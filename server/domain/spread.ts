/** Divides an amount in proportion to others, into multiples of a step. The parts add up to the amount, unless all others are 0. */
export function spread(amount: number, over: number[], step = 1): number[] {
  const whole = over.reduce((sum, one) => sum + one, 0);
  if (whole === 0) return over.map(() => 0);
  let [given, passed] = [0, 0];
  return over.map((one) => {
    passed += one;
    const part = (passed === whole ? amount : roundedDown(amount, passed, whole, step)) - given;
    given += part;
    return part;
  });
}

/** The largest multiple of the step that is at most amount × part / whole. The product may exceed safe integers. */
export function roundedDown(amount: number, part: number, whole: number, step: number): number {
  return Number((BigInt(amount) * BigInt(part)) / (BigInt(whole) * BigInt(step))) * step;
}
