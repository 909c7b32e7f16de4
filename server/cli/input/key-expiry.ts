import { InvalidArgumentError } from "commander";
import { startOfDay, utc } from "../../domain/time-zone.ts";

const msOf = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * Parses an expiry: a duration (`12h`, `90d`, `4w`) or the end of a UTC day (`2027-01-31`). Throws
 * InvalidArgumentError for anything else and for the past.
 * @returns milliseconds since 1970
 */
export function keyExpiry(text: string, now: number): number {
  const expiresAt = after(text, now) ?? endOfDay(text);
  if (expiresAt === undefined) {
    throw new InvalidArgumentError(
      "It must be a duration, such as 12h, 90d or 4w, or a date, such as 2027-01-31.",
    );
  }
  if (expiresAt <= now) throw new InvalidArgumentError("It must be in the future.");
  return expiresAt;
}

/** Parses a duration, `12h`, `90d` or `4w`, to milliseconds. */
export function overlap(text: string): number {
  const end = after(text, 0);
  if (end !== undefined) return end;
  throw new InvalidArgumentError("It must be a duration, such as 12h, 7d or 2w.");
}

function after(text: string, now: number): number | undefined {
  const [, count = "", unit = ""] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  return unit === "" ? undefined : now + Number(count) * msOf[unit as keyof typeof msOf];
}

function endOfDay(text: string): number | undefined {
  const beginning = startOfDay(text, utc);
  return beginning === undefined ? undefined : beginning + msOf.d;
}
