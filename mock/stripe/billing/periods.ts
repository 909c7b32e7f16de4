export type Interval = "month" | "year";

/** The end of the billing period that contains `after`, counted from the anchor: 31 January, 28 February, 31 March. */
export function periodEnd(anchor: number, interval: Interval, after: number): number {
  for (let periods = 1; ; periods += 1) {
    const end = later(anchor, interval, periods);
    if (end > after) return end;
  }
}

function later(anchor: number, interval: Interval, count: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count * (interval === "year" ? 12 : 1));
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return date.getTime() / 1000;
}
