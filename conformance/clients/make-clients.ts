import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { CallArguments, Returned } from "./facts.ts";
import { type Called, installed, type Kind, type Place } from "./kinds.ts";

const run = promisify(execFile);

/** The part of a document that is read here. */
export interface Document {
  servers: { url: string }[];
  paths: Record<string, object>;
}

type Call = (operation: Called, given: CallArguments) => Promise<Returned>;

export interface GeneratedClient {
  name: string;
  /** For each document, in their order. */
  calls: Call[];
}

/** Generates each client from each document and loads it. One that can't be generated fails every call. */
export async function makeClients(
  kinds: Kind[],
  documents: Document[],
  folder: string,
): Promise<GeneratedClient[]> {
  await run("npm", ["ci", "--prefix", installed, "--ignore-scripts", "--no-audit", "--no-fund"]);
  const clients: GeneratedClient[] = [];
  for (const kind of kinds) clients.push(await makeClient(kind, documents, path.join(folder, kind.name)));
  return clients;
}

async function makeClient(kind: Kind, documents: Document[], folder: string): Promise<GeneratedClient> {
  await mkdir(folder, { recursive: true });
  await symlink(kind.packages, path.join(folder, "node_modules"));
  const places = await Promise.all(
    documents.map((document, index) => writeDocument(kind, document, path.join(folder, String(index)))),
  );
  const generated = Promise.resolve(kind.generate?.(places, folder));
  // Each document whose client is missing reports it.
  await generated.catch(() => {});
  const calls = places.map((place): Call => {
    const loaded = load(kind, place).catch(async (error: Error) => {
      await generated;
      throw error;
    });
    loaded.catch(() => {});
    return async (operation, given) => kind.call(await loaded, operation, given);
  });
  return { name: kind.name, calls };
}

async function writeDocument({ refuses }: Kind, document: Document, folder: string): Promise<Place> {
  await mkdir(folder);
  const file = path.join(folder, "openapi.json");
  const paths = Object.entries(document.paths).filter(([address]) => !refuses?.test(address));
  await writeFile(file, JSON.stringify({ ...document, paths: Object.fromEntries(paths) }));
  return { folder, document: file, url: document.servers[0]?.url ?? "" };
}

async function load({ entry }: Kind, { folder, url }: Place): Promise<unknown> {
  const { build } = createRequire(path.join(installed, "package.json"))("esbuild");
  const outfile = path.join(folder, "bundle.mjs");
  await build({
    stdin: { contents: entry(url), resolveDir: folder, loader: "ts" },
    ...{ bundle: true, format: "esm", platform: "node", outfile, logLevel: "silent" },
  });
  return import(pathToFileURL(outfile).href);
}
