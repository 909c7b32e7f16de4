import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compilePackage } from "../toolkit/generate/compile-package.ts";
import { checkPackage } from "../toolkit/tools/check-package.ts";

const run = promisify(execFile);

const root = fileURLToPath(new URL("..", import.meta.url));
const toolkit = path.join(root, "toolkit");

const help = `Usage: npm run build:toolkit [-- --out <folder>]

Compiles toolkit/ (JavaScript, declarations, source maps), has publint and arethetypeswrong check the package, and packs it.

  --out <folder>  default: packages; the package is written to <folder>/toolkit, the tarball to <folder>`;

/**
 * Folders that aren't compiled: tests and installed packages stay here; `new` and `generate` write the others into
 * projects as they are.
 */
const isOwn = (name: string) => !/^test\/|(^|\/)node_modules\//.test(name);
const isCopied = (name: string) =>
  /^(client-msw|client-runtime|node-runtime|template|type-emitter)\//.test(name);

/** Builds the package in a folder, which is emptied first. Throws with what the compiler says. */
export async function buildToolkit(out: string): Promise<void> {
  const names = (await filesBelow(toolkit)).filter(isOwn);
  const compiled = names.filter((name) => !isCopied(name) && /\.c?[jt]s$/.test(name));
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await compilePackage({
    files: compiled.map((name) => path.join(toolkit, name)),
    rootDir: toolkit,
    out,
    options: {
      target: "es2024",
      lib: ["es2024", "esnext.disposable"],
      types: ["node"],
      typeRoots: [path.join(root, "node_modules/@types")],
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      resolveJsonModule: true,
      allowJs: true,
      // A debugger finds the sources in the maps; the package has no second copy.
      inlineSources: true,
    },
  });
  for (const name of names.filter((name) => isCopied(name) || name.endsWith(".md"))) {
    await cp(path.join(toolkit, name), path.join(out, name), { recursive: true });
  }
  await cp(path.join(root, "LICENSE"), path.join(out, "LICENSE"));
  const manifest = JSON.parse(await readFile(path.join(toolkit, "package.json"), "utf8"));
  await writeFile(
    path.join(out, "package.json"),
    `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`,
  );
}

/** In the workspace Node runs the sources; it strips no types below `node_modules`, where the package is. */
function publishedManifest({
  private: _,
  devDependencies: __,
  exports,
  bin,
  ...manifest
}: Record<string, unknown>) {
  return {
    ...manifest,
    exports: mapValues(exports, (file) => {
      const source = file.match(/^(.*)\.(c?)[jt]s$/);
      if (!source) return file;
      const [, base, c] = source;
      return { types: `${base}.d.${c}ts`, default: `${base}.${c}js` };
    }),
    bin: mapValues(bin, (file) => file.replace(/\.ts$/, ".js")),
  };
}

function mapValues(values: unknown, change: (value: string) => unknown): object {
  const entries = Object.entries((values ?? {}) as Record<string, string>);
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value)]));
}

/** Packs a built package. Returns the tarball. */
export async function packToolkit(built: string, destination: string): Promise<string> {
  const { stdout } = await run("npm", ["pack", built, "--json", "--pack-destination", destination]);
  return path.join(destination, JSON.parse(stdout)[0].filename);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

async function main(args: string[]): Promise<void> {
  if (args.includes("--help")) return console.log(help);
  const at = args.indexOf("--out");
  const out = path.resolve(at < 0 ? path.join(root, "packages") : (args[at + 1] ?? ""));
  const built = path.join(out, "toolkit");
  await buildToolkit(built);
  const failed = (await checkPackage(built)).filter(({ result }) => result !== "passed");
  if (failed.length > 0) throw new Error(failed.map(({ tool, output }) => `${tool}: ${output}`).join("\n"));
  console.log(`written: ${path.relative(process.cwd(), await packToolkit(built, out))}`);
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    console.error(`${stdout}${stderr}` || message);
    process.exitCode = 1;
  }
}
