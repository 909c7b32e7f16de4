import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildLinkedPackages } from "../scripts/build-packages.ts";
import { installedBin } from "../toolkit/cli/tools/installed-bin.ts";
import { readSpec } from "../toolkit/server/document/source/read-spec.ts";
import type { Bench, Result } from "./bench.ts";
import { partOfLarge } from "./large/part.ts";
import { firstAnswer, freePort, launch } from "./launch.ts";
import { savePart } from "./measured-part.ts";
import { markdownTable } from "./request-costs.ts";

const packages = fileURLToPath(new URL("../packages", import.meta.url));
const counterpart = path.join(packages, "cli/bin/counterpart.js");
const prism = installedBin("@stoplight/prism-cli", "prism");
const peers = new URL("peers/package.json", import.meta.url);

/** Runs of each command. Prism takes a minute for 500 operations. */
const rounds = { 10: 7, 500: 3 };

/**
 * Times compiled commands as users start them, each in turn with a peer.
 * @param save called with the results
 */
export function commandBenches(save: (results: Result[]) => void) {
  return async ({ folder, progress }: Bench): Promise<Record<string, Result>> => {
    progress("building the toolkit");
    await buildLinkedPackages(packages);
    const write = (name: string, document: object) => {
      writeFileSync(path.join(folder, name), JSON.stringify(document, null, 2));
      return path.join(folder, name);
    };
    const few = write("few.json", partOfLarge(10));
    const many = write("many.json", partOfLarge(500));
    const changed = write("changed.json", changedPart(500));
    const given = process.env.BENCH_DOCUMENT;
    const documents = [
      { name: "10 operations", file: few, runs: rounds[10] },
      { name: "500 operations", file: many, runs: rounds[500] },
      ...(given === undefined ? [] : [{ name: path.basename(given), file: given, runs: rounds[10] }]),
    ];
    const results: Record<string, Result> = {};
    progress("--help");
    results.help = await helpTime(rounds[10]);
    for (const document of documents) {
      progress(`mock, ${document.name}`);
      results[`mock, ${document.name}`] = await mockTime(document);
      progress(`types, ${document.name}`);
      results[`types, ${document.name}`] = await typesTime(document, path.join(folder, "types.ts"));
    }
    progress("compare");
    const compare = ["compare", many, changed];
    results.compare = await timeOf("`compare` of 500 operations with changed ones", compare, 3000);
    progress("inspect");
    results.inspect = await timeOf("`inspect` of 500 operations", ["inspect", many], 10_000);
    save(Object.values(results));
    return results;
  };
}

/** The same document after a day's work: a removed operation, changed descriptions, and a new field in some schemas. */
function changedPart(operations: number): object {
  const { paths, components, ...document } = partOfLarge(operations);
  const written = Object.values(paths).flatMap((item) => Object.values(item));
  for (const operation of written.filter((_, n) => n % 50 === 0)) operation.description = "Changed.";
  const [gone = ""] = Object.keys(paths);
  const { [gone]: _, ...others } = paths;
  const objects = Object.values(components.schemas ?? {}).filter(({ properties }) => properties);
  for (const schema of objects.filter((_, n) => n % 40 === 0))
    Object.assign(schema.properties as object, { added: { type: "string", example: "new" } });
  return { ...document, paths: others, components };
}

interface Document {
  name: string;
  file: string;
  runs: number;
}

async function helpTime(runs: number): Promise<Result> {
  const [ours, bare] = await inTurn(runs, [() => ending(counterpart, "--help"), () => ending("-e", "0")]);
  return {
    what: "`--help`, beyond `node -e 0`",
    figure: ours - bare,
    bound: { atMost: 100 },
    unit: "ms",
    details: { "counterpart --help": shown(ours), "node -e 0": shown(bare) },
  };
}

async function mockTime({ name, file, runs }: Document): Promise<Result> {
  const { raw, writtenPath } = readSpec(file, { allowFolders: [path.dirname(file)] });
  const [served = "/"] = Object.keys(raw.paths).filter((one) => raw.paths[one].get);
  const url = (written: string) => written.replaceAll(/\{[^}]+\}/g, "1");
  const times = await inTurn(runs, [
    () => answering(url(served), (port) => [counterpart, "mock", file, "--port", port]),
    () => answering(url(writtenPath(served)), (port) => [prism, "mock", file, "--port", port]),
  ]);
  return ratio(`\`mock\` of ${name}, to the first response`, "prism mock", times, 1);
}

async function typesTime({ name, file, runs }: Document, out: string): Promise<Result> {
  const times = await inTurn(runs, [
    () => ending(counterpart, "types", file, "--out", out),
    () => ending(installedBin("openapi-typescript", "openapi-typescript", peers), file, "--output", out),
  ]);
  return ratio(`\`types\` of ${name}`, "openapi-typescript", times, 1.5);
}

function ratio(what: string, peer: string, [ours, theirs]: [number, number], atMost: number): Result {
  const details = { counterpart: shown(ours), [peer]: shown(theirs) };
  return { what: `${what} ÷ ${peer}`, figure: ours / theirs, bound: { atMost }, details };
}

async function timeOf(what: string, args: string[], atMost: number): Promise<Result> {
  const [ms] = await inTurn(rounds[500], [() => ending(counterpart, ...args), async () => 0]);
  return { what, figure: ms, bound: { atMost }, unit: "ms", details: {} };
}

/** The medians of two commands' times, in ms. */
async function inTurn(runs: number, commands: [Timed, Timed]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++)
    for (const [n, command] of commands.entries()) times[n]?.push(await command());
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return [median(times[0]), median(times[1])];
}

type Timed = () => Promise<number>;

/**
 * From the start of a program to its end. `compare` ends with 1 if something breaks. Programs start in a folder without
 * configuration: openapi-typescript would read this repository's redocly.yaml, and end with an error.
 */
async function ending(...args: string[]): Promise<number> {
  const startedAt = performance.now();
  const [code] = await once(spawn(process.execPath, args, { cwd: tmpdir(), stdio: "ignore" }), "exit");
  if (code !== 0 && !(code === 1 && args.includes("compare")))
    throw new Error(`${args.join(" ")} ended with ${code}.`);
  return performance.now() - startedAt;
}

/** From the start of a server to its first response. */
async function answering(url: string, argsFor: (port: string) => string[]): Promise<number> {
  const port = String(await freePort());
  const startedAt = performance.now();
  const { end } = launch(process.execPath, argsFor(port), {});
  try {
    const headers = { Authorization: "Bearer any" };
    await firstAnswer(`http://127.0.0.1:${port}${url}`, headers, () => true, 300_000);
    return performance.now() - startedAt;
  } finally {
    await end();
  }
}

function shown(ms: number): string {
  return `${Math.round(ms).toLocaleString("en")} ms`;
}

/** Writes the results to docs/performance.md. */
export function saveCommandTimes(results: Result[]): void {
  const rows = results.map(({ what, figure, bound, unit, details }) => {
    const value = (number: number) => (unit ? shown(number) : number.toFixed(2));
    const limit = bound && "atMost" in bound ? value(bound.atMost) : "";
    return [
      what,
      value(figure),
      limit,
      Object.entries(details)
        .map((one) => one.join(" "))
        .join(", "),
    ];
  });
  const day = new Date().toISOString().slice(0, 10);
  const table = markdownTable(["", "measured", "bound", ""], rows);
  savePart("performance", "commands", `Measured on ${day}:\n\n${table}`);
}
