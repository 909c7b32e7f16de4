/**
 * Whether two values mean the same. Servers normalise what they store: case, white space, punctuation, the
 * form of dates and numbers.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === "string" && typeof b === "string") return isSameText(a, b);
  if (isNumeric(a) && isNumeric(b)) return isSameNumber(a, b);
  return false;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** Decimal fractions may pass through a sum; integers are exact. */
function isSameNumber(a: number | bigint, b: number | bigint): boolean {
  if (typeof a === "bigint" || typeof b === "bigint" || (Number.isInteger(a) && Number.isInteger(b))) {
    return a === b || String(a) === String(b);
  }
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

function isSameText(a: string, b: string): boolean {
  if (isDate(a) && isDate(b)) return isSameDate(a, b);
  if (isDecimal(a) && isDecimal(b)) return Number(a) === Number(b);
  // Markup may be cleaned.
  if (/[<&]/.test(a)) return true;
  const [one, other] = [bare(a), bare(b)];
  if (one === other) return one !== "" || a.trim() === b.trim();
  return isSamePhone(a, b);
}

function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function isDecimal(text: string): boolean {
  return /^\s*[-+]?\d+(\.\d+)?\s*$/.test(text);
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d([T ]|$)/.test(text) && !Number.isNaN(Date.parse(text));
}

const hour = 60 * 60 * 1000;

/** Without a time zone or a time of day, the other one may be a day apart. */
function isSameDate(a: string, b: string): boolean {
  const isExact = [a, b].every((text) => /[T ].*(Z|[-+]\d\d:?\d\d)$/i.test(text));
  return Math.abs(Date.parse(a) - Date.parse(b)) < (isExact ? 1000 : 24 * hour);
}

/** A country's code may be added. */
function isSamePhone(a: string, b: string): boolean {
  if (!/^[+\d\s()./-]+$/.test(a) || !/^[+\d\s()./-]+$/.test(b)) return false;
  const [one, other] = [a.replace(/\D/g, ""), b.replace(/\D/g, "")];
  return one.length >= 6 && (b.startsWith("+") || a.startsWith("+")) && other.endsWith(one.slice(-6));
}
