import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Bench, Result } from "./bench.ts";
import { savePart } from "./measured-part.ts";
import { markdownTable } from "./request-costs.ts";

const run = promisify(execFile);

const root = fileURLToPath(new URL("..", import.meta.url));
const tarballs = path.join(root, "packages");
const document = path.join(root, "spec/openapi.yaml");

interface Installed {
  name: string;
  /** As `du` counts them. */
  megabytes: number;
  packages: number;
  atMost?: number;
}

/** What others install for the same purpose, newest versions. */
const peers = [
  { name: "express-openapi-validator, express, pino, pino-http, helmet, express-rate-limit" },
  { name: "fastify, fastify-openapi-glue, @fastify/helmet, @fastify/rate-limit" },
  { name: "hono, @hono/node-server, @hono/zod-openapi, zod" },
  { name: "@stoplight/prism-cli" },
  { name: "@redocly/cli" },
  { name: "@hey-api/openapi-ts, typescript@5" },
  { name: "orval" },
];

/**
 * Installs the tarballs of this repository, and other tools, each in an empty folder.
 * @param save called with all sizes
 */
export function installedBench(save: (sizes: Installed[]) => void) {
  return async ({ folder, progress }: Bench): Promise<Record<string, Result>> => {
    progress("building the packages");
    await run("npm", ["run", "-s", "build:packages"], { cwd: root });
    const names = await readdir(tarballs);
    const tarball = (name: string) =>
      path.join(
        tarballs,
        names.find((one) => one.startsWith(`counterpart-${name}-`) && one.endsWith(".tgz")) ?? "",
      );
    const sizes: Installed[] = [];
    const add = async (name: string, packages: string[], atMost?: number) => {
      progress(name);
      const place = path.join(folder, `installed-${sizes.length}`);
      await mkdir(place);
      await writeFile(path.join(place, "package.json"), "{}");
      await run("npm", ["install", "--omit=dev", ...quiet, ...packages], { cwd: place });
      sizes.push({ name, ...(await sizeOf(place)), ...(atMost !== undefined && { atMost }) });
    };
    await add("`@counterpart/server`, with Express", [tarball("server"), "express@5"], 45);
    await add("`@counterpart/cli`", [tarball("cli")], 150);
    progress("a new project");
    const project = path.join(folder, "project");
    const cli = ["--yes", "--package", tarball("cli"), "counterpart"];
    await run("npx", [...cli, "new", project, "--spec", document], { cwd: folder });
    sizes.push({ name: "a new project, with its test tools", ...(await sizeOf(project)), atMost: 245 });
    for (const { name } of peers) await add(name, name.split(", "));
    save(sizes);
    return Object.fromEntries(
      sizes.map(({ name, megabytes, packages, atMost }) => [
        name,
        {
          what: "installed",
          figure: megabytes,
          unit: "MB" as const,
          ...(atMost !== undefined && { bound: { atMost } }),
          details: { packages: String(packages) },
        },
      ]),
    );
  };
}

const quiet = ["--no-audit", "--no-fund", "--ignore-scripts"];

/** The bundled Node, which only an older Node installs, isn't counted. */
async function sizeOf(place: string): Promise<{ megabytes: number; packages: number }> {
  const { stdout: used } = await run("du", ["-sm", "--exclude=node-linux-*", "node_modules"], { cwd: place });
  const { stdout: listed } = await run("npm", ["ls", "--all", "--parseable"], { cwd: place });
  return { megabytes: Number.parseInt(used, 10), packages: listed.trim().split("\n").length - 1 };
}

/** Writes the sizes to docs/performance.md. */
export function saveInstalled(sizes: Installed[]): void {
  const rows = sizes.map(({ name, megabytes, packages, atMost }) => [
    name,
    `${megabytes} MB`,
    String(packages),
    atMost === undefined ? "" : `${atMost} MB`,
  ]);
  const table = markdownTable(["installed", "size", "packages", "at most"], rows);
  savePart("performance", "installed", `Measured on ${new Date().toISOString().slice(0, 10)}:\n\n${table}`);
}
