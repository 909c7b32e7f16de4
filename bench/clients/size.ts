import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { emitFiles } from "../../toolkit/cli/generate/emit-files.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import { harbour } from "../../toolkit/test/consumers/harbour.ts";
import type { Bench, Result } from "../bench.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const documents = process.env.BENCH_DOCUMENTS ?? path.join(root, "../shared/documents");

/** One call of each document, in each client's words, and the most kB that ours may take. */
const cases = [
  { name: "museum", id: "getMuseumHours", route: "/museum-hours", atMost: 5 },
  { name: "train-travel", id: "get-stations", route: "/stations", atMost: 5 },
  // With a multipart form and a stream.
  { name: "harbour", id: "listShips", route: "/ships", atMost: 7 },
];

/** What one call adds to a page, minified and gzipped, in kB. */
export async function clientSizes({ folder, progress }: Bench): Promise<Record<string, Result>> {
  await run("npm", ["ci", "--prefix", here, "--ignore-scripts", "--no-audit", "--no-fund"]);
  const results: Record<string, Result> = {};
  for (const one of cases) {
    progress(`clients of ${one.name}`);
    const place = path.join(folder, one.name);
    await mkdir(place, { recursive: true });
    results[`client ${one.name}`] = await sizesOf(one, place);
  }
  return results;
}

async function sizesOf({ name, id, route, atMost }: (typeof cases)[number], place: string): Promise<Result> {
  const own = path.join(place, "harbour.yaml");
  if (name === "harbour") await writeFile(own, JSON.stringify(harbour));
  const spec = readSpec(name === "harbour" ? own : path.join(documents, `${name}.yaml`));
  const { files } = emitFiles(spec);
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(place, file), text);
  await symlink(path.join(root, "node_modules"), path.join(place, "node_modules"));
  // The peers refuse references to files, which occur in texts for readers only.
  const bundle = path.join(place, "bundle.json");
  await writeFile(bundle, JSON.stringify(JSON.parse(files["openapi.json"] ?? ""), withoutFiles));
  const method = camelCase(id);
  const figure = await sizeOf(
    place,
    `import { createApi, createApiClient } from "./client.ts";
const { data } = await createApi(createApiClient())[${JSON.stringify(id)}]();
console.log(data);`,
  );
  const generators = {
    "hey-api": ["openapi-ts", "-i", bundle, "-o", path.join(place, "hey")],
    orval: ["orval", "--input", bundle, "--output", path.join(place, "orval.ts"), "--client", "fetch"],
  };
  const others = {
    "openapi-fetch": `import createClient from "openapi-fetch";
const { data } = await createClient({ baseUrl: "https://api.example.com" }).GET("${route}");
console.log(data);`,
    "hey-api": `import { ${method} } from "./hey/sdk.gen";
const { data } = await ${method}();
console.log(data);`,
    orval: `import { ${method} } from "./orval";
const { data } = await ${method}();
console.log(data);`,
  };
  const details: Record<string, string> = {};
  for (const [client, code] of Object.entries(others)) {
    const [bin, ...args] = generators[client as keyof typeof generators] ?? [];
    const isGenerated =
      bin === undefined ||
      (await run(path.join(here, "node_modules/.bin", bin), args).then(
        () => true,
        () => false,
      ));
    details[client] = isGenerated ? `${(await sizeOf(place, code)).toFixed(2)} kB` : "refuses the document";
  }
  return {
    what: `one call of ${name}`,
    figure,
    unit: "kB",
    bound: { atMost },
    details,
  };
}

function withoutFiles(_: string, value: { $ref?: unknown } | null): unknown {
  return typeof value?.$ref === "string" && !value.$ref.startsWith("#") ? undefined : value;
}

function camelCase(id: string): string {
  return id.replace(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

async function sizeOf(resolveDir: string, contents: string): Promise<number> {
  // Loaded here, since it is installed by the bench alone.
  const { build } = createRequire(path.join(here, "package.json"))("esbuild");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    write: false,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000;
}
