import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { postgresUrl } from "../test/helpers/outside.ts";
import type { Bench, Benches, Result } from "./bench.ts";
import { browserBench } from "./browser.ts";
import { catalogBenches } from "./catalog.ts";
import { clientSizes } from "./clients/size.ts";
import { commandBenches, saveCommandTimes } from "./commands.ts";
import { databaseBench } from "./database.ts";
import { growthBench } from "./growth.ts";
import { saveGrowth } from "./growth-table.ts";
import { httpBenches } from "./http.ts";
import { installedBench, saveInstalled } from "./installed.ts";
import { measureLarge } from "./large/benches.ts";
import { latencyBenches } from "./latency.ts";
import { listBenches, postgresListBenches } from "./lists.ts";
import { watchStolen } from "./load/stolen.ts";
import { hasWrk } from "./load/wrk.ts";
import { mcpBenches } from "./mcp.ts";
import { movesBench } from "./moves.ts";
import { postgresBenches } from "./postgres.ts";
import { processBenches } from "./process.ts";
import { proxyBenches } from "./proxy.ts";
import { saveRequestCosts } from "./request-costs.ts";
import { sizeBenches } from "./size/benches.ts";
import { saveStart, startBench } from "./start.ts";
import { telemetryBenches } from "./telemetry.ts";

const help = `Usage: npm run bench [-- --quick] [-- --json] [-- --only product,list] [-- --save]

Measures the shop as production runs it (key, limits, validation both ways, database, headers, log, metrics) against
bare Express and bare node:http that send the same bytes, all in one run on this machine. Ratios are the median of
rounds taken in turn: of requests a second where wrk is installed, otherwise of requests per second of processor time.
In a virtual machine, it reports the share of the processors that the host took: above a few percent, figures in ms say
little.

  --quick   the group http within five minutes, less precisely
  --only    benches or groups:
    http       product, list, notModified (a catalog that the caller has), cartRead, cartWrite, newCart (a cart and
               its first line: two requests), nonAscii (a product whose text isn't ASCII), data (100,000 products and
               1,000,000 carts)
    latency    p99 (product reads at a fixed rate, half of the highest), eventLoop (its longest delay in a minute)
    lists      pages (what a page costs among 100,000 products, searched or not), catalog (what others wait while one
               of 100,000 is read after each change)
    telemetry  metrics, traces (what they cost in processor time)
    size       operations400, operations1200 (÷ 13 operations); fiveParameters, largeBody (200 KB), takeList and giveList
               (10,000 items), upload (÷ Express, ajv and multer by hand), by processor time
    process    shopStart, mockStart (ms), memory (MB after a million requests)
    mcp        mcpSearch (ms), mcpList (tokens): what agents wait for and read with 1,200 operations
    proxy      proxy (what checking adds to a request on its way, by processor time)
    postgres   postgresRead, postgresWrite, twoProcesses, twoProcessesWrite, by the servers' processor time;
               postgresPages, by wall time; they need TEST_POSTGRES_URL
    database   what a request costs PostgreSQL: processor time, statements, round trips, bytes; measured only if it
               is named
    growth     what each hot query takes on tables of 1,000 to 1,000,000 rows of 10 to 10,000 stores, on both engines (on
               PostgreSQL with TEST_POSTGRES_URL); with --quick up to 100,000; measured only if named
    moves      for how long \`db copy --store\` keeps a store of 1,000 to 1,000,000 orders read-only, between two databases
               of TEST_POSTGRES_URL; with --quick up to 10,000; measured only if named
    browser    lcp, cls (the storefront's and the dashboard's pages in Chromium); measured only if named
    large      what a project of 1,200 operations takes, from \`counterpart new\` on, and what \`generate --watch\` takes
               of 13 operations (fewWatch), in a few minutes; measured only if named
    client     what one call of the generated client adds to a page, beside openapi-fetch, hey-api and orval, for three
               documents (museum and train-travel of the folder BENCH_DOCUMENTS, and one with a form and a stream);
               measured only if named
    commands   the command line beside Prism and openapi-typescript, on documents of 10 and 500 operations, and on the
               file BENCH_DOCUMENT; ten minutes, measured only if named, after \`npm ci --prefix bench/peers\`
    start      start-up and first requests of museum.yaml (of the folder BENCH_DOCUMENTS) and of 500 operations, with
               compiled and with written validators and beside express-openapi-validator; measured only if named
    installed  what the packages, a new project and other tools install, in some minutes; measured only if named
  --save    writes the figures of the group database to bench/request-costs.json and docs/scaling.md, those of growth to
            docs/scaling.md, and those of start, commands and installed to docs/performance.md
  --json    one JSON object: {"product": ratio, ...}

Exit codes: 0 all figures are within their bounds, 1 some aren't, 2 wrong usage.`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** Benches by group name. */
const groups: Record<string, Benches> = {
  http: httpBenches,
  latency: latencyBenches,
  lists: { ...listBenches, ...catalogBenches },
  telemetry: telemetryBenches,
  size: sizeBenches,
  process: processBenches,
  mcp: mcpBenches,
  proxy: proxyBenches,
  postgres:
    postgresUrl === undefined ? {} : { ...postgresBenches(postgresUrl), ...postgresListBenches(postgresUrl) },
};
const usualBenches: Benches = Object.assign({}, ...Object.values(groups));

/** Each bench returns one or several named figures. */
const benches: Record<string, (bench: Bench) => Promise<Record<string, Result>>> = {
  client: clientSizes,
  large: measureLarge,
  commands: commandBenches(values.save ? saveCommandTimes : () => {}),
  start: startBench(values.save ? saveStart : () => {}),
  installed: installedBench(values.save ? saveInstalled : () => {}),
  browser: browserBench,
  growth: growthBench(postgresUrl, { isQuick: values.quick, save: values.save ? saveGrowth : () => {} }),
  ...(postgresUrl !== undefined && {
    moves: movesBench(postgresUrl, { isQuick: values.quick }),
    database: databaseBench(postgresUrl, values.save ? saveRequestCosts : () => {}),
  }),
  ...Object.fromEntries(
    Object.entries(usualBenches).map(([key, one]) => [key, async (bench) => ({ [key]: await one(bench) })]),
  ),
};

function print(line: string): void {
  if (!values.json && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}

function isReached({ figure, bound }: Result): boolean {
  if (!bound) return true;
  return "atLeast" in bound ? figure >= bound.atLeast : figure <= bound.atMost;
}

const indent = " ".repeat(29);

function row(key: string, result: Result): string {
  const { what, figure, bound, unit, details } = result;
  const shown = (value: number) => (unit ? `${Number(value.toPrecision(3))} ${unit}` : value.toFixed(2));
  const limit = bound && ("atLeast" in bound ? `≥ ${shown(bound.atLeast)}` : `≤ ${shown(bound.atMost)}`);
  const from = Object.entries(details).map(([name, detail]) => `${name} ${detail}`);
  const verdict = bound ? (isReached(result) ? "✓" : "✗") : " ";
  return `${verdict} ${key.padEnd(17)} ${shown(figure).padStart(7)}  ${limit ? `(${limit})  ` : ""}${what}${from.length > 0 ? `\n${indent}${from.join(", ")}` : ""}`;
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(help);
    return 0;
  }
  const usual = Object.keys(values.quick ? httpBenches : usualBenches);
  const chosen =
    values.only?.split(",").flatMap((name) => Object.keys(groups[name] ?? { [name]: 0 })) ?? usual;
  const unknown = chosen.filter((key) => !benches[key]);
  if (unknown.length > 0) {
    const known = [...Object.keys(groups), ...Object.keys(benches)];
    console.error(`There is no bench ${unknown.join(", ")}. There are ${known.join(", ")}.`);
    return 2;
  }
  const load = values.quick
    ? { rounds: 3, secondsEach: 1, connections: 50 }
    : { rounds: 15, secondsEach: 1, connections: 50 };
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-bench-"));
  if (!values.json && !hasWrk) console.log("By processor time, since wrk is not installed.");
  const results: Record<string, Result> = {};
  try {
    for (const key of chosen) {
      const stolen = watchStolen();
      const measured = await benches[key]?.({ folder, load, progress: (line) => print(`${key}: ${line}`) });
      Object.assign(results, measured);
      print("");
      if (values.json) continue;
      for (const [name, result] of Object.entries(measured ?? {})) console.log(row(name, result));
      const share = stolen();
      if (share) console.log(`${indent}not quiet: the host took ${share} of the processors`);
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
