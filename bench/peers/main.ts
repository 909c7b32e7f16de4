import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { auth, cartWrites, productReads, small, whileRunning } from "../bench.ts";
import { type BenchData, prepare } from "../data.ts";
import { measure, medianOf, medianRatio, usualMeasure } from "../load/measure.ts";
import type { BenchRequest, Side } from "../load/request.ts";
import { startShop } from "../servers/start.ts";
import { measureAdapters, saveAdapters } from "./adapters.ts";
import { checkPeer } from "./check-peer.ts";
import { peers, startPeer } from "./peers.ts";
import type { PeerShop } from "./servers/shop.ts";

const help = `Usage: npm run bench:peers [-- --only stacks|adapters] [--save]

Measures the shop beside servers of the same document that use other libraries, each with a key, a limit, security
headers, a log, and validation of requests and responses. Peers keep their carts only in memory; the shop's are durable.
Prints a table of requests per second, as a multiple of the shop's in brackets, and of memory after the load.
Before it is measured, each peer must refuse an invalid request, its own invalid response, and requests beyond the limit.

Then measures what checks cost in front of an application's routes, and what a bridge to web requests costs, by the servers'
processor time.

  --only  measures only the stacks, or only the adapters
  --save  writes the figures of the adapters to docs/performance.md`;

const load = { rounds: 4, secondsEach: 1, connections: 50 };
/** By operationId. */
const measured = ["getProduct", "listProducts", "updateCartLine"];

const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    only: { type: "string" },
    save: { type: "boolean", default: false },
  },
});
if (values.help) console.log(help);
else await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-peers-"));
  try {
    const data = await prepare(`file:${folder}/shop.db`, small);
    const shopFile = path.join(folder, "shop.json");
    await writeFile(shopFile, JSON.stringify(await peerShop(data)));
    const workloads: Record<string, BenchRequest[]> = {
      product: productReads(data).slice(0, 1),
      "list of 100": [{ method: "GET", path: "/v1/products", ...auth(data) }],
      "cart write": cartWrites(data),
    };
    if (values.only !== "adapters") await measureStacks(shopFile, data, workloads);
    if (values.only === "stacks") return;
    const tables = await measureAdapters(shopFile, data, workloads, print);
    console.log(tables);
    if (values.save) saveAdapters(tables);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The shop and its peers, with all that a service has around its operations. */
async function measureStacks(
  shopFile: string,
  data: BenchData,
  workloads: Record<string, BenchRequest[]>,
): Promise<void> {
  for (const peer of peers) await checkPeer(peer, shopFile, data);
  const sides = [{ name: "Counterpart", server: await startShop(data.databaseUrl) }];
  for (const peer of peers) sides.push({ name: peer.name, server: await startPeer(peer, shopFile) });
  const columns = await whileRunning(sides, () => measureAll(sides, workloads));
  console.log(table([["", ...sides.map(({ name }) => name)], ...columns]));
}

/** The document reduced to the measured operations, with the shop's own products and carts. */
async function peerShop(data: BenchData): Promise<PeerShop> {
  const document = JSON.parse(await readFile("generated/openapi.json", "utf8"));
  for (const [url, item] of Object.entries<Record<string, { operationId?: string }>>(document.paths)) {
    for (const [method, { operationId }] of Object.entries(item)) {
      if (operationId && !measured.includes(operationId)) delete item[method];
    }
    if (!Object.values(item).some(({ operationId }) => operationId)) delete document.paths[url];
  }
  const server = await startShop(data.databaseUrl);
  return whileRunning([{ server }], async () => {
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, auth(data));
      return JSON.parse(await response.text()).data;
    };
    const carts: PeerShop["carts"] = {};
    for (const id of data.cartIds) carts[id] = await get(`/v1/cart/${id}`);
    return { document, key: data.key, products: await get("/v1/products"), carts };
  });
}

/** A column per workload, then the memory after all of them. */
async function measureAll(
  servers: Omit<Side, "requests">[],
  workloads: Record<string, BenchRequest[]>,
): Promise<string[][]> {
  const unit = usualMeasure === "perSecond" ? "a second" : "a second of processor time";
  const columns: string[][] = [];
  for (const [name, requests] of Object.entries(workloads)) {
    const sides = servers.map((side) => ({ ...side, requests }));
    const rounds = await measure(sides, load, print);
    const cells = rounds.map((of) => {
      const figure = Math.round(medianOf(of, usualMeasure)).toLocaleString("en");
      return of === rounds[0] ? figure : `${figure} (${medianRatio(of, rounds[0], usualMeasure).toFixed(2)})`;
    });
    columns.push([`${name}, ${unit}`, ...cells]);
  }
  const memory: string[] = [];
  for (const { server } of servers) memory.push(`${Math.round(await server.memoryMb())} MB`);
  return [...columns, ["memory", ...memory]];
}

function print(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}

/** A Markdown table with a row per server. */
function table(columns: string[][]): string {
  const rows = (columns[0] ?? []).map((_, n) => `| ${columns.map((column) => column[n]).join(" | ")} |`);
  rows.splice(1, 0, `|${columns.map(() => "---").join("|")}|`);
  return rows.join("\n");
}
