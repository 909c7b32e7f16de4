import { equal } from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, glob, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildLinkedPackages } from "../../../scripts/build-packages.ts";
import { harbour } from "../consumers/harbour.ts";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const root = path.resolve(here, "../../..");
const modules = path.join(root, "node_modules");
const node = (major: number) => path.join(here, "node_modules", `node-${major}`, "bin/node");

/** Major versions; package.json has the exact ones: the oldest of each package, and the newest. */
const servers = [22, 24, 26];
const clients = [20, 22, 24, 26];
/** The server runs there too; a project's commands don't. */
const others = {
  Bun: [path.join(here, "node_modules/@oven/bun-linux-x64/bin/bun")],
  Deno: [path.join(here, "node_modules/@deno/linux-x64-glibc/deno"), "run", "--allow-all"],
};

await mkdir(path.join(root, "packages"), { recursive: true });
const out = await mkdtemp(path.join(root, "packages/nodes-"));
const empty = await mkdtemp(path.join(tmpdir(), "counterpart-nodes-"));
try {
  const tsc = path.join(modules, "typescript/bin/tsc");
  await run(process.execPath, [tsc, "-p", here]).catch(({ stdout }) => {
    throw new Error(`The server uses APIs that Node 22.18 lacks:\n${stdout}`);
  });
  console.log("compiles  the server, with the types of Node 22.18");
  await buildLinkedPackages(out);
  const project = path.join(out, "project");
  await writeProject(project);
  await refuse(project);
  for (const major of [24, 26]) await runCommands(major, path.join(project, "harbour.json"));
  await counterpart(24, "client", path.join(project, "harbour.json"), "--out", path.join(project, "client"));
  for (const major of servers) {
    await loadAll(major);
    await serve(`Node ${await versionOf(major)}`, [node(major)], project);
  }
  for (const [name, command] of Object.entries(others)) await serve(name, command, project);
} finally {
  for (const folder of [out, empty]) await rm(folder, { recursive: true });
}

async function writeProject(project: string): Promise<void> {
  await mkdir(project);
  await writeFile(path.join(project, "package.json"), JSON.stringify({ type: "module" }));
  // The operation at /search only has an awkward name, `then`.
  const { "/search": _, ...paths } = harbour.paths;
  await writeFile(path.join(project, "harbour.json"), JSON.stringify({ ...harbour, paths }));
  for (const name of ["serve.js", "call.js"]) await copyFile(path.join(here, name), path.join(project, name));
}

function counterpart(major: number, ...args: string[]) {
  return run(node(major), [path.join(out, "cli/bin/counterpart.js"), ...args], { cwd: empty });
}

/** One sentence from an older Node, in an empty folder. */
async function refuse(project: string): Promise<void> {
  for (const major of [20, 22]) {
    const { code, stdout, stderr } = await counterpart(major, "mock", "api.yaml").catch((error) => error);
    equal(code, 2);
    equal(stdout, "");
    const version = await versionOf(major);
    equal(
      stderr,
      `counterpart needs Node 24; this is ${version}. Install it from https://nodejs.org, or with a version manager, as in \`nvm install 24\`.\n`,
    );
    console.log(`refuses   counterpart on Node ${version}`);
  }
  const check = ["-r", path.join(out, "server/process/check-node.cjs"), "-e", "0"];
  const { stderr } = await run(node(20), check, { cwd: project }).catch((error) => error);
  const version = await versionOf(20);
  equal(
    stderr,
    `This program needs Node 22.18 or newer, and this is Node ${version}: install it, for example with \`nvm install\`.\n`,
  );
  for (const major of servers) await run(node(major), check, { cwd: project });
  console.log(`refuses   npm start on Node ${version}`);
}

async function runCommands(major: number, document: string): Promise<void> {
  await counterpart(major, "inspect", document);
  await counterpart(major, "types", document, "--out", "types.ts");
  console.log(`runs      counterpart inspect and types on Node ${await versionOf(major)}`);
}

/** Loads each module of the server's package, since a request reaches few of them. */
async function loadAll(major: number): Promise<void> {
  const urls: string[] = [];
  for await (const file of glob("**/*.js", { cwd: path.join(out, "server"), exclude: ["node_modules"] }))
    urls.push(new URL(file, `file://${out}/server/`).href);
  const load = "for (const file of process.argv.slice(1)) await import(file); process.exit(0);";
  await run(node(major), ["--input-type=module", "-e", load, ...urls]);
}

/** Calls a server with clients on each Node, and stops it. */
async function serve(name: string, [program = "", ...args]: string[], project: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0" };
  const server = spawn(program, [...args, "serve.js"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = `http://127.0.0.1:${await portOf(server)}`;
    for (const client of clients) await run(node(client), ["call.js", url], { cwd: project });
  } finally {
    server.kill();
  }
  const [code] = await once(server, "exit");
  equal(code, 0);
  console.log(`serves    on ${name}, to clients on Node ${clients.join(", ")}`);
}

/** From the log's first line. */
async function portOf(server: ChildProcess): Promise<number> {
  const [line] = await Promise.race([
    once(server.stdout as NonNullable<ChildProcess["stdout"]>, "data"),
    once(server, "exit").then(() => {
      throw new Error("The server has ended.");
    }),
  ]);
  server.stdout?.resume();
  return JSON.parse(String(line)).port;
}

async function versionOf(major: number): Promise<string> {
  return (await run(node(major), ["-p", "process.versions.node"])).stdout.trim();
}
