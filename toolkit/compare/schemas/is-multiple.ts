/** Whether a number is a multiple of another one, by decimal arithmetic: 0.3 is one of 0.1. */
export function isMultiple(value: number, of: number): boolean {
  const [one, other] = [decimal(value), decimal(of)];
  const places = Math.max(one.places, other.places);
  const scaled = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
  return scaled(other) !== 0n && scaled(one) % scaled(other) === 0n;
}

interface Decimal {
  digits: bigint;
  places: number;
}

function decimal(value: number): Decimal {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}
