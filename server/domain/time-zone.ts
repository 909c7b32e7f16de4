/** Where days begin, as an IANA time zone such as `Europe/Dublin`. UTC needs no tables of `Intl`, which take 9 MB. */
export const utc = "UTC";

const dayMs = 24 * 60 * 60 * 1000;

/** The zone's name as IANA spells it; undefined for anything else, offsets such as `+02:00` included. */
export function timeZoneIn(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** @param ms since 1970 */
export function localTime(ms: number, zone: string): { day: string; time: string } {
  const text = zone === utc ? new Date(ms).toISOString().replace("T", " ") : formatOf(zone).format(ms);
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish dates are ISO 8601. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: zone });
  formats.set(zone, format);
  return format;
}

/** The first moment of a day, `2026-11-01`, in milliseconds since 1970; undefined for anything else. */
export function startOfDay(day: string, zone: string): number | undefined {
  const inUtc = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // A lenient parser reads February 31 as March 3.
  if (Number.isNaN(inUtc) || !new Date(inUtc).toISOString().startsWith(day)) return undefined;
  if (zone === utc) return inUtc;
  const offsets = [inUtc - dayMs, inUtc + dayMs].map((ms) => offsetAt(ms, zone));
  // Where clocks change at midnight, both offsets lead to this day, or only the later one.
  const starts = offsets.map((offset) => inUtc - offset).sort((a, b) => a - b);
  return starts.find((ms) => localTime(ms, zone).day === day) ?? starts[1];
}

function offsetAt(ms: number, zone: string): number {
  const minute = Math.floor(ms / 60_000) * 60_000;
  const { day, time } = localTime(minute, zone);
  return Date.parse(`${day}T${time}Z`) - minute;
}

/** `2026-11-03` is two days after `2026-11-01`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
