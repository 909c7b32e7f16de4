import { readFileSync, writeFileSync } from "node:fs";

/** One failure, and what clients noticed. */
export interface Figure {
  what: string;
  /** The longest time without an acknowledged cart change at any process. */
  seconds: number;
  /** Requests answered with 500 and Retry-After. */
  refused: number;
}

const page = "docs/operating/high-availability.md";

/** Writes the table into the page at its mark. */
export function saveFigures(figures: Figure[], acknowledged: number): void {
  const place = /(<!-- measured: outages -->\n)[\s\S]*?(\n<!-- end -->)/;
  const text = readFileSync(page, "utf8");
  if (!place.test(text)) throw new Error(`${page} has no place for the table.`);
  writeFileSync(
    page,
    text.replace(place, (_, before, after) => before + table(figures, acknowledged) + after),
  );
}

export function table(figures: Figure[], acknowledged: number): string {
  const rows = figures.map(
    ({ what, seconds, refused }) => `| ${what} | ${seconds.toFixed(1)} s | ${refused} |`,
  );
  const day = new Date().toISOString().slice(0, 10);
  return [
    `Measured on ${day}, with ${acknowledged} acknowledged changes of carts, of which none was lost and none counted twice:`,
    "",
    "| what happened | longest without a write | requests answered 500 with `Retry-After` |",
    "|---|---|---|",
    ...rows,
  ].join("\n");
}
