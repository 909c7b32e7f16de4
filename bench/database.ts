import { readdir, readFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { availableParallelism } from "node:os";
import pg from "pg";
import { emptyPostgres } from "../test/helpers/data/test-database.ts";
import { auth, type Bench, cartWrites, productReads, type Result, small, whileRunning } from "./bench.ts";
import { type BenchData, prepare } from "./data.ts";
import { keepBusy } from "./load/keep-busy.ts";
import { ask, type Load } from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";
import type { RequestCost, RequestCosts } from "./request-costs.ts";
import { startShop } from "./servers/start.ts";

const workloads: Record<"product" | "cartRead" | "cartWrite", (data: BenchData) => BenchRequest[]> = {
  product: productReads,
  cartRead: (data) => data.cartIds.map((id) => ({ method: "GET", path: `/v1/cart/${id}`, ...auth(data) })),
  cartWrite: cartWrites,
};

/**
 * Measures what a request costs PostgreSQL. Reads processor time from /proc, so it needs Linux and a local database.
 * @param save receives all figures
 */
export function databaseBench(
  server: string,
  save: (costs: RequestCosts) => void,
): (bench: Bench) => Promise<Record<string, Result>> {
  return async (bench) => {
    const database = await emptyPostgres(server);
    try {
      const data = await prepare(database.url, small);
      const measure = (kind: keyof typeof workloads) => {
        bench.progress(kind);
        return measureOne(database.url, workloads[kind](data), bench);
      };
      const costs = {
        product: await measure("product"),
        cartRead: await measure("cartRead"),
        cartWrite: await measure("cartWrite"),
      };
      const [node = ""] = process.versions.node.split(".");
      const measured = new Date().toISOString().slice(0, 10);
      save({ measured, cores: availableParallelism(), node, ...costs });
      return {
        databaseProduct: toResult(costs.product),
        databaseCartRead: toResult(costs.cartRead),
        databaseCartWrite: toResult(costs.cartWrite),
      };
    } finally {
      await database.drop();
    }
  };
}

async function measureOne(
  databaseUrl: string,
  requests: BenchRequest[],
  { load }: Bench,
): Promise<RequestCost> {
  const wire = await countMessages(databaseUrl, requests);
  const side: Side = { name: "Counterpart", server: await startShop(databaseUrl), requests };
  return whileRunning([side], async () => {
    // A process that has just started takes twice as long.
    const long: Load = { ...load, secondsEach: 5 };
    await ask(side, long);
    const pids = await backendsOf(databaseUrl);
    const before = await cpuSecondsOf(pids);
    const { perSecond, perCpuSecond } = await ask(side, long);
    const perRequest = ((await cpuSecondsOf(pids)) - before) / (perSecond * long.secondsEach);
    const { statements, roundTrips, sent: bytesSent, received: bytesReceived } = wire;
    const postgresUs = perRequest * 1e6;
    return { oursUs: 1e6 / perCpuSecond, postgresUs, statements, roundTrips, bytesSent, bytesReceived };
  });
}

function toResult(cost: RequestCost): Result {
  return {
    what: "processor time of PostgreSQL for a request",
    figure: cost.postgresUs,
    unit: "µs",
    details: {
      statements: cost.statements.toFixed(2),
      "round trips": cost.roundTrips.toFixed(2),
      "bytes to and from it": `${Math.round(cost.bytesSent)} and ${Math.round(cost.bytesReceived)}`,
      "our own processor time": `${Math.round(cost.oursUs)} µs`,
    },
  };
}

interface Wire {
  statements: number;
  roundTrips: number;
  sent: number;
  received: number;
}

/** Counts the messages between the shop and its database per request, over many sequential requests. */
async function countMessages(databaseUrl: string, requests: BenchRequest[]): Promise<Wire> {
  const wire: Wire = { statements: 0, roundTrips: 0, sent: 0, received: 0 };
  const target = new URL(databaseUrl);
  const proxy = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    const count = frontendCounter(wire);
    near.on("data", count).pipe(far);
    far
      .on("data", (bytes) => {
        wire.received += bytes.length;
      })
      .pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as [Socket, Socket][]) {
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`;
  const side: Side = { name: "Counterpart", server: await startShop(through.href), requests };
  try {
    return await whileRunning([side], async () => {
      const run = (most: number) => keepBusy(side, 1, new AbortController().signal, most);
      await run(2 * requests.length);
      const before = { ...wire };
      const total = 2000;
      await run(total);
      const each = Object.entries(wire).map(([key, value]) => [
        key,
        (value - before[key as keyof Wire]) / total,
      ]);
      return Object.fromEntries(each) as Wire;
    });
  } finally {
    proxy.close();
  }
}

/** PostgreSQL's protocol, chapter "Message Formats": a type, a length that includes itself, and the content. */
function frontendCounter(wire: Wire): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (bytes) => {
    wire.sent += bytes.length;
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      // Only the startup message has no type.
      const at = isStarted ? 1 : 0;
      if (rest.length < at + 4) return;
      const end = at + rest.readUInt32BE(at);
      if (rest.length < end) return;
      const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : "";
      if (type === "E" || type === "Q") wire.statements++;
      if (type === "S" || type === "Q") wire.roundTrips++;
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}

async function backendsOf(databaseUrl: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await client.end();
  }
}

/** Seconds used by the backends and by the processes that write the log and data files for all. */
async function cpuSecondsOf(pids: number[]): Promise<number> {
  const helpers: number[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (/walwriter|background writer|checkpointer/.test(command)) helpers.push(Number(pid));
  }
  let ticks = 0;
  for (const pid of [...pids, ...helpers]) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / 100;
}
