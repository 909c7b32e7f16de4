export type Interval = "month" | "year";

/** The end of the billing period that contains `after`, counted from the anchor: 31 January, 28 February, 31 March. */
export function periodEnd(anchor: number, interval: Interval, after: number): number {
  for (let periods = 1; ; periods += 1) {
    const end = monthsAfter(anchor, periods * (interval === "year" ? 12 : 1));
    if (end > after) return end;
  }
}

/** The same day, or the last one of a shorter month. */
export function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return date.getTime() / 1000;
}
