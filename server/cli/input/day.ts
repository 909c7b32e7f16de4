/**
 * Parses a day, `2026-11-01`, as its start in UTC in milliseconds since 1970; undefined for anything else.
 */
export function beginningOfDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const beginning = Date.parse(`${text}T00:00:00Z`);
  // A lenient parser reads February 31 as March 3.
  const isDay = Number.isFinite(beginning) && new Date(beginning).toISOString().startsWith(text);
  return isDay ? beginning : undefined;
}
