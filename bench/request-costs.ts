import { readFileSync, writeFileSync } from "node:fs";
import { withPart } from "./measured-part.ts";

/** The cost of one kind of request: processor time in µs, and its traffic with PostgreSQL. */
export interface RequestCost {
  oursUs: number;
  postgresUs: number;
  statements: number;
  roundTrips: number;
  bytesSent: number;
  bytesReceived: number;
}

export interface RequestCosts {
  /** A day, such as `2026-11-22`. */
  measured: string;
  cores: number;
  node: string;
  product: RequestCost;
  cartRead: RequestCost;
  cartWrite: RequestCost;
}

const figures = new URL("request-costs.json", import.meta.url);
export const scalingPage = new URL("../docs/scaling.md", import.meta.url);

export function readRequestCosts(): RequestCosts {
  return JSON.parse(readFileSync(figures, "utf8"));
}

/** Saves the figures, and writes them and the derived ones to docs/scaling.md. */
export function saveRequestCosts(costs: RequestCosts): void {
  writeFileSync(figures, `${JSON.stringify(costs, undefined, 2)}\n`);
  writeFileSync(scalingPage, withRequestCosts(readFileSync(scalingPage, "utf8"), costs));
}

/** Fills the figures into their marked places on a page. */
export function withRequestCosts(text: string, costs: RequestCosts): string {
  return Object.entries(parts).reduce((page, [name, write]) => withPart(page, name, write(costs)), text);
}

const parts = { costs: costsPart, processes: processesPart, mix: mixPart };

const kinds = [
  ["read a product", "product"],
  ["read a cart", "cartRead"],
  ["change a line of a cart", "cartWrite"],
] as const;

function costsPart(costs: RequestCosts): string {
  const rows = kinds.map(([what, kind]) => {
    const { oursUs, postgresUs, statements, roundTrips, bytesSent, bytesReceived } = costs[kind];
    const polling = postgresUs < 0.05 ? "0" : `0 (${rounded(postgresUs)} µs of polling for changes)`;
    const postgres = isCached(costs[kind]) ? polling : `${rounded(postgresUs)} µs`;
    const wire = isCached(costs[kind])
      ? ["0: from the cache", "0", "0"]
      : [
          rounded(statements),
          rounded(roundTrips),
          `${Math.round(bytesSent)} and ${Math.round(bytesReceived)}`,
        ];
    return [what, `${rounded(oursUs)} µs`, postgres, ...wire];
  });
  const heading = [
    "",
    "our process",
    "PostgreSQL",
    "statements",
    "round trips",
    "bytes to and from PostgreSQL",
  ];
  const when = `Measured on ${costs.measured}, with ${costs.cores} cores and Node ${costs.node}:`;
  return `${when}\n\n${markdownTable(heading, rows)}`;
}

/** The planned load of a process, as a share of its core. */
const planned = 0.6;

function processesPart(costs: RequestCosts): string {
  const rows = kinds.map(([what, kind]) => {
    const { oursUs, postgresUs } = costs[kind];
    return [
      what,
      about((planned * 1e6) / oursUs),
      isCached(costs[kind]) ? "any number" : rounded(oursUs / postgresUs),
      isCached(costs[kind]) ? "" : about(1e6 / postgresUs),
    ];
  });
  const heading = [
    "",
    `a second, by a process at ${planned * 100} % of its core`,
    "processes that a core of PostgreSQL feeds",
    "a second, by that core",
  ];
  return markdownTable(heading, rows);
}

const shares = { product: 0.8, cartRead: 0.15, cartWrite: 0.05 };

function mixPart(costs: RequestCosts): string {
  const of = (kind: keyof typeof shares) => costs[kind];
  const names = Object.keys(shares) as (keyof typeof shares)[];
  const sum = (cost: (of: RequestCost) => number) =>
    names.reduce((total, kind) => total + shares[kind] * cost(of(kind)), 0);
  const [ours, postgres] = [
    sum(({ oursUs }) => oursUs),
    sum((cost) => (isCached(cost) ? 0 : cost.postgresUs)),
  ];
  const rows = [1000, 10_000, 100_000].map((perSecond) => {
    const cores = (perSecond * ours) / 1e6;
    return [
      perSecond.toLocaleString("en"),
      rounded(cores),
      String(Math.ceil(cores / planned)),
      rounded((perSecond * postgres) / 1e6),
    ];
  });
  const heading = ["requests a second", "cores of ours", "processes", "cores of PostgreSQL"];
  return (
    `For a shop with 80 % product reads, 15 % cart reads and 5 % changes of carts, a request costs ${rounded(ours)} µs here and\n` +
    `${rounded(postgres)} µs in PostgreSQL. These are sums from the table above, not measurements. With processes at ${planned * 100} % of their core:\n\n` +
    markdownTable(heading, rows)
  );
}

/** Whether it sends no queries. The database's other work then isn't its cost. */
function isCached({ statements }: RequestCost): boolean {
  return statements < 0.05;
}

/** Two significant digits below a hundred, whole numbers above. */
function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(2)));
}

/** Two significant digits. */
function about(value: number): string {
  return `about ${Number(value.toPrecision(2)).toLocaleString("en")}`;
}

export function markdownTable(heading: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |");
  return [line(heading), `|${"---|".repeat(heading.length)}`, ...rows.map(line)].join("\n");
}
