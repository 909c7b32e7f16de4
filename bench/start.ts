import { cp, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { exampleRequests, startMock } from "@counterpart/testing";
import { readExamples } from "../conformance/adapters/read-examples.ts";
import { startServer } from "../conformance/adapters/start-server.ts";
import { buildLinkedPackages } from "../scripts/build-packages.ts";
import { emitFiles } from "../toolkit/cli/generate/emit-files.ts";
import { emitValidators, validatorsFile } from "../toolkit/cli/generate/generate-files.ts";
import { readSpec } from "../toolkit/server/document/source/read-spec.ts";
import type { Bench, Result } from "./bench.ts";
import { partOfLarge } from "./large/part.ts";
import { median } from "./load/measure.ts";
import { savePart } from "./measured-part.ts";
import { markdownTable } from "./request-costs.ts";

const documents =
  process.env.BENCH_DOCUMENTS ?? fileURLToPath(new URL("../../shared/documents", import.meta.url));

/** Starts of each server, in turn. */
const rounds = 3;

interface Started {
  /** From the start of the process until it listens. */
  startMs: number;
  /** The first request after that. */
  firstMs: number;
  /** One request to each operation, the first one included. */
  allMs: number;
}

/**
 * Start-up and first requests of servers that compile validators, that load written ones, and that
 * express-openapi-validator checks. @param save called with the table
 */
export function startBench(save: (table: string) => void) {
  return async ({ folder, progress }: Bench): Promise<Record<string, Result>> => {
    progress("building the packages");
    await buildLinkedPackages(packages);
    await cp(program("start-up.ts"), startUp);
    const large = path.join(folder, "large.json");
    await writeFile(large, JSON.stringify(partOfLarge(500)));
    const specs = [
      { name: "museum.yaml", file: path.join(documents, "museum.yaml"), hasPeer: true },
      { name: "500 operations", file: large, hasPeer: false },
    ];
    const results: Record<string, Result> = {};
    const rows: string[][] = [];
    for (const { name, file, hasPeer } of specs) {
      progress(`validators of ${name}`);
      const { servers, requests, sizes } = await prepare(
        file,
        path.join(folder, path.basename(file)),
        hasPeer,
      );
      const started: Record<string, Started[]> = {};
      // The first start fills the compile cache, which is written at the exit.
      for (let round = 0; round <= rounds; round++) {
        for (const [server, args] of Object.entries(servers)) {
          progress(`${name}, ${server}, ${round} of ${rounds}`);
          const one = await startOnce(args, requests, path.join(folder, "compile-cache"));
          if (round > 0) started[server] = [...(started[server] ?? []), one];
        }
      }
      const medians = Object.entries(started).map(([server, all]) => ({ server, ...mediansOf(all) }));
      for (const { server, startMs, firstMs, allMs } of medians)
        rows.push([name, server, ...[startMs, firstMs, allMs].map(shown), sizes[server] ?? ""]);
      const [compiled, written] = medians;
      const total = (one: Started | undefined) => (one?.startMs ?? 0) + (one?.firstMs ?? 0);
      results[`start, ${name}`] = {
        what: "start-up and first response with written validators ÷ with compiled ones",
        figure: total(written) / total(compiled),
        details: Object.fromEntries(medians.map((one) => [one.server, shown(total(one))])),
      };
    }
    const heading = ["document", "validators", "start-up", "first request", "each operation once", "size"];
    save(`Measured on ${new Date().toISOString().slice(0, 10)}:\n\n${markdownTable(heading, rows)}`);
    return results;
  };
}

const packages = fileURLToPath(new URL("../packages", import.meta.url));
/** Beside the built packages, which are what users start. */
const startUp = path.join(packages, "start-up.ts");
const program = (name: string) => fileURLToPath(new URL(`servers/${name}`, import.meta.url));

/** @param hasPeer whether express-openapi-validator serves it; it refuses `nullable` without `type` */
async function prepare(spec: string, place: string, hasPeer: boolean) {
  const bundle = emitFiles(readSpec(spec)).files["openapi.json"] ?? "";
  const [document, served, written] = [`${place}.json`, `${place}.served.json`, `${place}.js`];
  await writeFile(document, bundle);
  await writeFile(written, emitValidators(bundle)[validatorsFile] ?? "");
  const mock = await startMock({ document, port: 0 });
  try {
    const examples = await readExamples(mock);
    await writeFile(served, JSON.stringify({ document: JSON.parse(bundle), examples }));
    return {
      servers: {
        compiled: [startUp, served],
        written: [startUp, served, written],
        ...(hasPeer && { "express-openapi-validator": [program("start-up-peer.ts"), served] }),
        "Hono, which checks nothing": [program("start-up-hono.ts"), served],
      },
      requests: exampleRequests(mock.document).filter(
        ({ operationId }) => typeof examples[operationId]?.body === "object",
      ),
      sizes: { written: `${((await stat(written)).size / 1e6).toFixed(1)} MB` } as Record<string, string>,
    };
  } finally {
    await mock.close();
  }
}

async function startOnce(
  [file = "", ...args]: string[],
  requests: ReturnType<typeof exampleRequests>,
  cache: string,
): Promise<Started> {
  const startedAt = performance.now();
  const server = await startServer([process.execPath], file, args, { NODE_COMPILE_CACHE: cache });
  try {
    const startMs = performance.now() - startedAt;
    const ms: number[] = [];
    for (const { operationId, path: target, ...init } of requests) {
      const sentAt = performance.now();
      const response = await fetch(server.url + target, init);
      await response.arrayBuffer();
      ms.push(performance.now() - sentAt);
      if (!response.ok) throw new Error(`${operationId} answered ${response.status}.`);
    }
    return { startMs, firstMs: ms[0] ?? Number.NaN, allMs: ms.reduce((sum, one) => sum + one, 0) };
  } finally {
    await server.stop();
  }
}

function mediansOf(all: Started[]): Started {
  const of = (name: keyof Started) => median(all.map((one) => one[name]));
  return { startMs: of("startMs"), firstMs: of("firstMs"), allMs: of("allMs") };
}

function shown(ms: number): string {
  return `${Math.round(ms).toLocaleString("en")} ms`;
}

/** Writes the table to docs/performance.md. */
export function saveStart(table: string): void {
  savePart("performance", "start", table);
}
