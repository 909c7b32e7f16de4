import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type BenchData, prepare } from "./data.ts";
import { type BenchRequest, type Load, measure, type Running, type Side, start } from "./sides.ts";

const help = `Usage: npm run bench [-- --quick] [-- --json] [-- --only product,list]

Measures our server with everything on (key, limit, validation both ways, database, headers, log) against bare Express
and bare node:http that answer the same bytes, all in one run on this machine. Figures are ratios of requests a second.

  --quick   within a minute
  --only    some of product, list, cartWrite, paths400, data
  --json    one JSON object: {"product": ratio, ...}

Exit codes: 0 all ratios reach their bounds, 1 some don't, 2 wrong usage.`;

interface Result {
  key: string;
  what: string;
  ratio: number;
  /** At least. */
  bound: number;
  figures: Record<string, number>;
}

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const load: Load = values.quick
  ? { rounds: 2, secondsEach: 0.6, connections: 50 }
  : { rounds: 5, secondsEach: 4, connections: 50 };
const tell = (line: string) => {
  if (!values.json && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
};

const benches: Record<string, (folder: string) => Promise<Result>> = {
  product: async (folder) => {
    const data = await prepare(`file:${folder}/product.db`, small);
    const get = { method: "GET" as const, path: `/v1/products/${data.productIds[0]}`, ...auth(data) };
    return against(data, "one product ÷ bare Express", 0.6, "product", [get], "express");
  },
  list: async (folder) => {
    const data = await prepare(`file:${folder}/list.db`, small);
    return against(
      data,
      "a list of 100 ÷ bare Express",
      1.5,
      "list",
      [{ method: "GET", path: "/v1/products", ...auth(data) }],
      "express",
    );
  },
  cartWrite: async (folder) => {
    const data = await prepare(`file:${folder}/write.db`, small);
    return against(data, "a durable cart write ÷ Express echo", 0.4, "cartWrite", writes(data), "echo");
  },
  paths400: async (folder) => {
    const data = await prepare(`file:${folder}/paths.db`, small);
    const get: BenchRequest = { method: "GET", path: `/v1/cart/${data.cartIds[0]}`, ...auth(data) };
    const few = await start("./ours.ts", { databaseUrl: data.databaseUrl });
    const many = await start("./ours.ts", { databaseUrl: data.databaseUrl, paths: 400 });
    const sides: Side[] = [
      { name: "400 paths", port: many.port, requests: [get] },
      { name: "our paths", port: few.port, requests: [get] },
    ];
    return compare("paths400", "in a document of 400 paths ÷ in ours", 1 / 1.1, sides, [few, many]);
  },
  data: async (folder) => {
    tell("filling a database with 100,000 products and 1,000,000 carts");
    const large = await prepare(`file:${folder}/large.db`, { products: 100_000, carts: 1_000_000 });
    const little = await prepare(`file:${folder}/little.db`, small);
    const running = [
      await start("./ours.ts", { databaseUrl: large.databaseUrl }),
      await start("./ours.ts", { databaseUrl: little.databaseUrl }),
    ] as const;
    const reads = (data: BenchData): BenchRequest[] =>
      data.productIds.map((id) => ({ method: "GET", path: `/v1/products/${id}`, ...auth(data) }));
    const sides = (requests: (data: BenchData) => BenchRequest[]): Side[] => [
      { name: "large", port: running[0].port, requests: requests(large) },
      { name: "small", port: running[1].port, requests: requests(little) },
    ];
    const bound = 1 / 1.2;
    const read = await compare("data", "", bound, sides(reads), []);
    const write = await compare("data", "", bound, sides(writes), [...running]);
    return {
      key: "data",
      what: "at 100,000 products and 1,000,000 carts ÷ at 100 (the worse of read and write)",
      ratio: Math.min(read.ratio, write.ratio),
      bound,
      figures: { "read ratio": read.ratio, "write ratio": write.ratio },
    };
  },
};

const small = { products: 100, carts: 100 };

function auth({ key }: BenchData): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${key}` } };
}

function writes(data: BenchData): BenchRequest[] {
  const headers = { ...auth(data).headers, "content-type": "application/json" };
  return data.cartIds.map((id, n) => ({
    method: "PATCH",
    path: `/v1/cart/${id}/lines/${data.productIds[0]}`,
    headers,
    body: JSON.stringify({ quantity: 1 + (n % 900) }),
  }));
}

/** Ours against bare Express, and bare node:http for scale, answering what ours answers. */
async function against(
  data: BenchData,
  what: string,
  bound: number,
  key: string,
  requests: BenchRequest[],
  kind: "express" | "echo",
): Promise<Result> {
  const ours = await start("./ours.ts", { databaseUrl: data.databaseUrl });
  const [first] = requests;
  if (!first) throw new Error("There is nothing to ask.");
  const answer = await fetch(`http://127.0.0.1:${ours.port}${first.path}`, {
    method: first.method,
    headers: first.headers ?? {},
    ...(first.body !== undefined && { body: first.body }),
  });
  const body = await answer.text();
  const express = await start("./bare.ts", { kind, body });
  const http = await start("./bare.ts", { kind: kind === "echo" ? "http-echo" : "http", body });
  const sides: Side[] = [
    { name: "Counterpart", port: ours.port, requests },
    { name: kind === "echo" ? "Express echo" : "bare Express", port: express.port, requests },
    { name: "bare node:http", port: http.port, requests },
  ];
  return compare(key, what, bound, sides, [ours, express, http]);
}

/** The first side's requests a second as a ratio to the second's. */
async function compare(
  key: string,
  what: string,
  bound: number,
  sides: Side[],
  running: Running[],
): Promise<Result> {
  try {
    const figures = await measure(sides, load, (line) => tell(`${key}: ${line}`));
    const [one = 0, reference = 1] = figures;
    return {
      key,
      what,
      ratio: one / reference,
      bound,
      figures: Object.fromEntries(sides.map(({ name }, n) => [name, Math.round(figures[n] ?? 0)])),
    };
  } finally {
    for (const server of running) await server.stop();
  }
}

function row({ key, what, ratio, bound, figures }: Result): string {
  const details = Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure > 100 ? `${figure}/s` : figure.toFixed(2)}`)
    .join(", ");
  const verdict = ratio >= bound ? "✓" : "✗";
  return `${verdict} ${key.padEnd(10)} ${ratio.toFixed(2).padStart(5)}  (≥ ${bound.toFixed(2)})  ${what}\n${" ".repeat(20)}${details}`;
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(help);
    return 0;
  }
  const chosen = values.only?.split(",") ?? Object.keys(benches);
  const unknown = chosen.filter((key) => !benches[key]);
  if (unknown.length > 0) {
    console.error(`There is no bench ${unknown.join(", ")}. There are ${Object.keys(benches).join(", ")}.`);
    return 2;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-bench-"));
  const results: Result[] = [];
  try {
    for (const key of chosen) {
      const result = await benches[key]?.(folder);
      if (!result) continue;
      results.push(result);
      tell("");
      if (!values.json) console.log(row(result));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (values.json) {
    console.log(
      JSON.stringify(
        Object.fromEntries(results.map(({ key, ratio }) => [key, Math.round(ratio * 100) / 100])),
      ),
    );
  }
  return results.every(({ ratio, bound }) => ratio >= bound) ? 0 : 1;
}

process.exitCode = await main();
