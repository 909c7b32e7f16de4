import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { emitFiles } from "../../toolkit/cli/generate/emit-files.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import type { CallArguments, Returned } from "./facts.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
/** Where the clients of `npm run bench -- --only client` are installed. */
const installed = path.join(root, "bench/clients");

/** An operation that a client calls. */
export interface Called {
  operationId: string;
  method: string;
  path: string;
}

export interface GeneratedClient {
  name: string;
  call: (operation: Called, given: CallArguments) => Promise<Returned>;
}

// biome-ignore lint/suspicious/noExplicitAny: the modules are generated while this runs.
type Generated = any;

interface Kind {
  name: string;
  /** Writes the client into a folder; undefined if nothing is generated. */
  generate?: (document: string, folder: string) => Promise<unknown>;
  /** Operations whose documents it doesn't read, by their paths. */
  refuses?: RegExp;
  /** The module's code: it exports what `call` takes. */
  entry: (url: string) => string;
  call: (generated: Generated, operation: Called, given: CallArguments) => Promise<Returned>;
}

const bin = (name: string) => path.join(installed, "node_modules/.bin", name);

/** The style `cookie` of OpenAPI 3.2. */
const newCookies = /^\/cookie\/cookie\//;

const kinds: Kind[] = [
  {
    name: "Counterpart",
    async generate(document, folder) {
      const { files } = emitFiles(readSpec(document), { dates: "Date" });
      for (const [file, content] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
        await writeFile(path.join(folder, file), content);
      }
    },
    entry: (baseUrl) => `import { createApiClient } from "./client.ts";
export const client = createApiClient({ baseUrl: ${JSON.stringify(baseUrl)} });`,
    call: ({ client }, { method, path: template }, { body, ...params }) =>
      returned(client.request(method, template, { params, ...(body !== undefined && { body }) })),
  },
  {
    name: "openapi-fetch",
    entry: (baseUrl) => `import createClient from "openapi-fetch";
export const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)} });`,
    call: ({ client }, { method, path: template }, { body, ...params }) =>
      returned(client.request(method, template, { params, ...(body !== undefined && { body }) })),
  },
  {
    name: "hey-api",
    generate: (document, folder) => run(bin("openapi-ts"), ["-i", document, "-o", folder]),
    entry: () => 'export * from "./sdk.gen";',
    call: (generated, { operationId }, { path: segments, query, header, body }) =>
      returned(generated[operationId]({ path: segments, query, headers: header, body })),
  },
  {
    name: "orval",
    refuses: newCookies,
    async generate(document, folder) {
      const config = path.join(folder, "orval.config.mjs");
      const output = { target: path.join(folder, "client.ts"), client: "fetch", headers: true };
      await writeFile(config, `export default ${JSON.stringify({ api: { input: document, output } })};`);
      return run(bin("orval"), ["--config", config]);
    },
    // Its functions call a relative address, as pages in a browser do.
    entry: (url) => `const send = globalThis.fetch;
globalThis.fetch = (target, init) => send(typeof target === "string" && target.startsWith("/") ? ${JSON.stringify(url)} + target : target, init);
export * from "./client";`,
    call: async (generated, { operationId }, { path: segments = {}, query, header, body }) => {
      const places = [body, query, header].filter((place) => place !== undefined);
      const { status, data } = await generated[operationId](...Object.values(segments), ...places);
      return status < 400 ? { data } : { error: data };
    },
  },
  {
    name: "Redocly",
    refuses: newCookies,
    generate: (document, folder) =>
      run(
        path.join(root, "node_modules/.bin/redocly"),
        [
          ...["generate-client", document, "-o", path.join(folder, "client.ts")],
          ...["--args-style", "grouped", "--error-mode", "result"],
        ],
        { env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
      ),
    entry: () => 'export * from "./client";',
    call: (generated, { operationId }, { path: segments, query, header, cookie, body }) => {
      const given = { path: segments, query, headers: header, cookies: cookie, body };
      const used = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      return returned(generated[operationId](used));
    },
  },
];

/** Generates each client from a document and loads it. One that can't be generated fails every call. */
export async function makeClients(
  document: { paths: Record<string, object> },
  url: string,
  folder: string,
): Promise<GeneratedClient[]> {
  await run("npm", ["ci", "--prefix", installed, "--ignore-scripts", "--no-audit", "--no-fund"]);
  const { build } = createRequire(path.join(installed, "package.json"))("esbuild");
  const clients: GeneratedClient[] = [];
  for (const { name, generate, refuses, entry, call } of kinds) {
    const place = path.join(folder, name);
    await mkdir(place, { recursive: true });
    await symlink(
      path.join(name === "openapi-fetch" ? installed : root, "node_modules"),
      path.join(place, "node_modules"),
    );
    const source = path.join(place, "openapi.json");
    const paths = Object.entries(document.paths).filter(([address]) => !refuses?.test(address));
    await writeFile(source, JSON.stringify({ ...document, paths: Object.fromEntries(paths) }));
    const loaded = (async () => {
      await generate?.(source, place);
      const outfile = path.join(place, "bundle.mjs");
      await build({
        stdin: { contents: entry(url), resolveDir: place, loader: "ts" },
        ...{ bundle: true, format: "esm", platform: "node", outfile, logLevel: "silent" },
      });
      return import(pathToFileURL(outfile).href);
    })();
    // Seen by each call.
    loaded.catch(() => {});
    clients.push({ name, call: async (operation, given) => call(await loaded, operation, given) });
  }
  return clients;
}

/** What a call returned, with the items of its stream: of its data, of a property `stream`, or the result itself. */
async function returned(result: unknown): Promise<Returned> {
  const { data, error, stream } = ((await result) ?? {}) as {
    data?: unknown;
    error?: unknown;
    stream?: unknown;
  };
  const items = [await result, data, stream].find(
    (one): one is AsyncIterable<unknown> =>
      typeof one === "object" &&
      one !== null &&
      Symbol.asyncIterator in one &&
      !(one instanceof ReadableStream),
  );
  if (!items) return { data, error };
  const read: unknown[] = [];
  for await (const item of items) read.push(item);
  return { items: read };
}
