/** Whether the text is a calendar day, `2026-02-28`. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && dayOf(time) === text;
}

/** The day of a time in UTC, `2026-01-15`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
