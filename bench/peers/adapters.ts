import { whileRunning } from "../bench.ts";
import type { BenchData } from "../data.ts";
import { measure, median, type Round } from "../load/measure.ts";
import type { BenchRequest, Side } from "../load/request.ts";
import { savePart } from "../measured-part.ts";
import { markdownTable } from "../request-costs.ts";
import type { Running } from "../servers/start.ts";
import { checkPeer } from "./check-peer.ts";
import { type Peer, startPeer } from "./peers.ts";

/** Whole seconds, so that wrk sends the requests: a generator in Node competes with the servers for the processor's caches. */
const load = { rounds: 5, secondsEach: 1, connections: 50 };

/** An application's routes alone, and with a check in front of them. */
const fronts: Peer[] = [
  { name: "routes of Express", module: "routes.ts", env: { PEER_CHECK: "none" } },
  { name: "`contract` in front of them", module: "routes.ts", env: { PEER_CHECK: "contract" } },
  {
    name: "express-openapi-validator",
    module: "routes.ts",
    env: { PEER_CHECK: "express-openapi-validator" },
  },
];

/** The operations on Node, and as a function of web requests. */
const bridges: Peer[] = [
  { name: "`createApp` on Node", module: "web.ts", env: { PEER_SERVER: "node" } },
  { name: "@hono/node-server alone", module: "web.ts", env: { PEER_SERVER: "bridge" } },
  { name: "`createFetch` through @hono/node-server", module: "web.ts", env: { PEER_SERVER: "fetch" } },
  { name: "Hono with @hono/zod-openapi", module: "web.ts", env: { PEER_SERVER: "zod" } },
];

/** What checks cost in front of an application's routes, and through a bridge to web requests. In Markdown. */
export async function measureAdapters(
  shopFile: string,
  data: BenchData,
  workloads: Record<string, BenchRequest[]>,
  progress: (line: string) => void,
): Promise<string> {
  for (const peer of [...fronts, ...bridges]) {
    const isUnchecked = peer === fronts[0] || peer === bridges[1];
    if (!isUnchecked) await checkPeer(peer, shopFile, data, { onlyChecks: true });
  }
  const front = await costsOf(fronts, shopFile, workloads, progress);
  const bridge = await costsOf(bridges, shopFile, workloads, progress);
  const names = Object.keys(workloads);
  const rowsOf = (peers: Peer[], costs: number[][], ratio: (own: number[], n: number) => number) =>
    peers.map(({ name }, index) => [
      name,
      ...names.map((_, n) => {
        const own = (costs[n] ?? []) as number[];
        const times = ratio([own[0] ?? 0, own[index] ?? 0], n);
        return `${Math.round(own[index] ?? 0)} µs${index === 0 ? "" : ` (${times.toFixed(2)})`}`;
      }),
    ]);
  const cost = (n: number) => (front[n]?.[2] ?? 0) - (front[n]?.[0] ?? 0);
  const when = `Measured on ${new Date().toISOString().slice(0, 10)}:`;
  return [
    when,
    markdownTable(
      ["processor time a request (share of what express-openapi-validator adds)", ...names],
      rowsOf(fronts, front, ([alone = 0, own = 0], n) => (own - alone) / cost(n)),
    ),
    markdownTable(
      ["processor time a request (multiple of the first)", ...names],
      rowsOf(bridges, bridge, ([first = 0, own = 0]) => own / first),
    ),
  ].join("\n\n");
}

/** Writes the tables to their marked place in docs/performance.md. */
export function saveAdapters(tables: string): void {
  savePart("performance", "adapters", tables);
}

/** Microseconds of processor time a request, by workload and server. */
async function costsOf(
  peers: Peer[],
  shopFile: string,
  workloads: Record<string, BenchRequest[]>,
  progress: (line: string) => void,
): Promise<number[][]> {
  const sides: { name: string; server: Running }[] = [];
  for (const peer of peers) sides.push({ name: peer.name, server: await startPeer(peer, shopFile) });
  return whileRunning(sides, async () => {
    const costs: number[][] = [];
    for (const requests of Object.values(workloads)) {
      const rounds = await measure(
        sides.map((side): Side => ({ ...side, requests })),
        load,
        progress,
      );
      costs.push(rounds.map(microseconds));
    }
    return costs;
  });
}

function microseconds(rounds: Round[]): number {
  return median(rounds.map(({ perCpuSecond }) => 1e6 / perCpuSecond));
}
