import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { postgresUrl } from "../test/helpers/outside.ts";
import type { Bench, Result } from "./bench.ts";
import { httpBenches } from "./http.ts";
import { measureLarge } from "./large/benches.ts";
import { postgresBenches } from "./postgres.ts";
import { processBenches } from "./process.ts";

const help = `Usage: npm run bench [-- --quick] [-- --json] [-- --only product,list]

Measures our server with everything on (key, limit, validation both ways, database, headers, log) against bare Express
and bare node:http that answer the same bytes, all in one run on this machine. Figures are ratios of requests a second.

  --quick   within a minute: product, list, cartWrite, paths400, data
  --only    some of product, list, cartWrite, paths400, data; start, mockStart (ms), memory (MB); and, when TEST_POSTGRES_URL is
            set, postgresRead, postgresWrite, twoProcesses; or large: what a project of 1,200 operations takes, from
            \`counterpart new\` on, in some minutes; not measured unless it is named
  --json    one JSON object: {"product": ratio, ...}

Exit codes: 0 all figures reach their bounds, 1 some don't, 2 wrong usage.`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const usualBenches: Record<string, (bench: Bench) => Promise<Result>> = {
  ...httpBenches,
  ...processBenches,
  ...(postgresUrl === undefined ? {} : postgresBenches(postgresUrl)),
};

/** Each gives one figure or several, by name. */
const benches: Record<string, (bench: Bench) => Promise<Record<string, Result>>> = {
  large: measureLarge,
  ...Object.fromEntries(
    Object.entries(usualBenches).map(([key, one]) => [key, async (bench) => ({ [key]: await one(bench) })]),
  ),
};

function tell(line: string): void {
  if (!values.json && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}

function isReached({ figure, bound }: Result): boolean {
  return "atLeast" in bound ? figure >= bound.atLeast : figure <= bound.atMost;
}

function row(key: string, result: Result): string {
  const { what, figure, bound, unit, details } = result;
  const shown = (value: number) => (unit ? `${Math.round(value)} ${unit}` : value.toFixed(2));
  const limit = "atLeast" in bound ? `≥ ${shown(bound.atLeast)}` : `≤ ${shown(bound.atMost)}`;
  const from = Object.entries(details).map(([name, detail]) => `${name} ${detail}`);
  const verdict = isReached(result) ? "✓" : "✗";
  return `${verdict} ${key.padEnd(17)} ${shown(figure).padStart(7)}  (${limit})  ${what}${from.length > 0 ? `\n${" ".repeat(29)}${from.join(", ")}` : ""}`;
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(help);
    return 0;
  }
  const usual = Object.keys(values.quick ? httpBenches : usualBenches);
  const chosen = values.only?.split(",") ?? usual;
  const unknown = chosen.filter((key) => !benches[key]);
  if (unknown.length > 0) {
    console.error(`There is no bench ${unknown.join(", ")}. There are ${Object.keys(benches).join(", ")}.`);
    return 2;
  }
  const load = values.quick
    ? { rounds: 3, secondsEach: 0.6, connections: 50 }
    : { rounds: 5, secondsEach: 4, connections: 50 };
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-bench-"));
  const results: Record<string, Result> = {};
  try {
    for (const key of chosen) {
      const measured = await benches[key]?.({ folder, load, progress: (line) => tell(`${key}: ${line}`) });
      Object.assign(results, measured);
      tell("");
      if (values.json) continue;
      for (const [name, result] of Object.entries(measured ?? {})) console.log(row(name, result));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (values.json) {
    const figures = Object.entries(results).map(([key, { figure }]) => [key, Math.round(figure * 100) / 100]);
    console.log(JSON.stringify(Object.fromEntries(figures)));
  } else if (postgresUrl === undefined && !values.quick && values.only === undefined) {
    console.log("PostgreSQL was not measured: TEST_POSTGRES_URL is not set.");
  }
  return Object.values(results).every(isReached) ? 0 : 1;
}

process.exitCode = await main();
