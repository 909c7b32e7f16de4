import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import project from "../package.json" with { type: "json" };
import { compilePackage } from "../toolkit/cli/generate/compile-package.ts";
import { checkPackage } from "../toolkit/cli/tools/check-package.ts";
import { bundleLibraries } from "./bundle-libraries.ts";
import { joinModules } from "./join-modules.ts";

const run = promisify(execFile);

const root = fileURLToPath(new URL("..", import.meta.url));

/** The toolkit's packages by folder in `toolkit/`, each after its dependencies. */
const folders = ["client", "server", "testing", "cli", "create"] as const;

/** Libraries of which a package contains the code that it uses, so that they aren't installed with the rest. */
const bundledLibraries = ["@stoplight/prism-http", "@stoplight/prism-http-server"];
/** The modules that re-export this code. */
const bundledModules = new Set(["mock/prism/internals.ts", "mock/prism/library.ts"]);

const help = `Usage: npm run build:packages [-- --registry]

Compiles the packages of toolkit/ (JavaScript and declarations), checks them with publint and arethetypeswrong, and packs them.
Each tarball bundles the other packages of this repository that it depends on. They are written to packages/.

--registry makes tarballs to publish: they depend on each other by version.`;

/** Folders that `new` and `client` copy into projects unchanged. */
const isCopied = (name: string) => /^(client-msw|node-runtime|template)\//.test(name);
/** Where a package has the sources that `client` copies. Beside compiled files, compilers would prefer them. */
const sourcesEntry = "./sources";
const isCompiled = (name: string) =>
  /\.c?[jt]s$/.test(name) && !/^(client-msw|node-runtime|template)\//.test(name);

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  [field: string]: unknown;
}

interface Package {
  manifest: Manifest;
  source: string;
  out: string;
}

/**
 * Builds all packages. Throws with the compiler's output.
 * @param out a folder in the workspace, where the compiler finds the dependencies
 * @param isBundled whether each package contains ours that it depends on, so that it installs without a registry
 * @returns the packages' folders by name
 */
export async function buildPackages(
  out: string,
  { isBundled = true }: { isBundled?: boolean } = {},
): Promise<Record<string, string>> {
  const packages: Package[] = [];
  for (const folder of folders) {
    const source = path.join(root, "toolkit", folder);
    const manifest: Manifest = JSON.parse(await readFile(path.join(source, "package.json"), "utf8"));
    const built = { manifest, source, out: path.join(out, manifest.name.replace("@counterpart/", "")) };
    await rm(built.out, { recursive: true, force: true });
    await compile(built, packages);
    // Servers load both at startup. Runtimes other than Node load only what `fetch` needs.
    if (folder === "client") await joinModules(built.out, entriesOf(manifest));
    if (folder === "server")
      await joinModules(built.out, entriesOf(manifest), { core: "fetch.js", node: "index.js" });
    packages.push(built);
  }
  // Copy sources last. Otherwise packages that import files beside them would compile them again.
  for (const one of packages) await complete(one);
  for (const { manifest, source, out } of packages) {
    const modules = (await sourcesOf(source)).filter((name) => bundledModules.has(name));
    if (modules.length > 0) await bundleLibraries({ source, out, modules, installed: installed(manifest) });
  }
  if (isBundled) for (const one of packages) await bundle(one, packages);
  return Object.fromEntries(packages.map(({ manifest, out }) => [manifest.name, out]));
}

/**
 * Builds all packages so that they run without an installation, from a folder in the workspace.
 * @returns the packages' folders by name
 */
export async function buildLinkedPackages(out: string): Promise<Record<string, string>> {
  const built = await buildPackages(out);
  for (const [name, folder] of Object.entries(built)) {
    // Packages must find each other, and their sources' dependencies where these differ from the workspace's.
    const sources = path.join(root, "toolkit", path.basename(folder), "node_modules");
    await rm(path.join(folder, "node_modules"), { recursive: true, force: true });
    if (await stat(sources).catch(() => undefined))
      await symlink(sources, path.join(folder, "node_modules"), "junction");
    const linked = path.join(out, "node_modules", name);
    await mkdir(path.dirname(linked), { recursive: true });
    await rm(linked, { force: true });
    await symlink(folder, linked, "junction");
  }
  return built;
}

async function compile({ source, out }: Package, built: Package[]): Promise<void> {
  const compiled = (await sourcesOf(source)).filter(isCompiled);
  await mkdir(out, { recursive: true });
  await compilePackage({
    files: compiled.map((name) => path.join(source, name)),
    rootDir: source,
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
      // The compiled code reads like the sources, and production needs neither twice.
      sourceMap: false,
      paths: declarationPaths(built),
    },
  });
}

/** The JavaScript files that a package exports. */
function entriesOf({ exports = {} }: Manifest): string[] {
  return Object.values(exports).flatMap((file) =>
    file.endsWith(".ts") ? file.replace(/^\.\/(.*)\.ts$/, "$1.js") : [],
  );
}

/** Points the compiler at the declarations of built packages instead of their sources. */
function declarationPaths(built: Package[]): Record<string, string[]> {
  return Object.fromEntries(
    built.flatMap(({ manifest, out }) =>
      Object.entries(manifest.exports ?? {})
        .filter(([, file]) => file.endsWith(".ts"))
        .map(([entry, file]) => [
          manifest.name + entry.slice(1),
          [path.join(out, file.replace(/\.ts$/, ".d.ts"))],
        ]),
    ),
  );
}

/** Adds a package's other files to the compiled code. */
async function complete({ manifest, source, out }: Package): Promise<void> {
  for (const name of (await sourcesOf(source)).filter((name) => isCopied(name) || name.endsWith(".md"))) {
    await cp(path.join(source, name), path.join(out, name), { recursive: true });
  }
  for (const name of manifest.exports?.[sourcesEntry] ? await sourcesOf(source) : []) {
    if (isCompiled(name) || name === "LICENSE")
      await cp(path.join(source, name), path.join(out, "sources", name));
  }
  await cp(path.join(root, "LICENSE"), path.join(out, "LICENSE"));
  await cp(path.join(root, "toolkit/CHANGELOG.md"), path.join(out, "CHANGELOG.md"));
  await writeManifest(out, publishedManifest(manifest));
}

/** Bundles our packages that a package depends on, so that its tarball installs without a registry that has them. */
async function bundle({ manifest, out }: Package, packages: Package[]): Promise<void> {
  const ours = packages.filter(({ manifest: { name } }) => manifest.dependencies?.[name] !== undefined);
  if (ours.length === 0) return;
  for (const one of ours) {
    await cp(one.out, path.join(out, "node_modules", one.manifest.name), {
      recursive: true,
      filter: (file) => path.relative(one.out, file) !== "node_modules",
    });
    // The packages that it bundles itself are already beside it.
    await writeManifest(path.join(out, "node_modules", one.manifest.name), publishedManifest(one.manifest));
  }
  const bundleDependencies = ours.map((one) => one.manifest.name);
  // npm doesn't install the dependencies of bundled packages.
  const dependencies = Object.assign({}, ...ours.map((one) => installed(one.manifest)), installed(manifest));
  await writeManifest(out, { ...publishedManifest(manifest), dependencies, bundleDependencies });
}

async function writeManifest(folder: string, manifest: object): Promise<void> {
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

function installed({ dependencies = {} }: Manifest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dependencies).filter(([name]) => !bundledLibraries.includes(name)),
  );
}

/** Points exports at compiled files. The workspace runs the sources, but Node strips no types below `node_modules`. */
function publishedManifest({ devDependencies: _, exports, bin, ...manifest }: Manifest) {
  const { homepage, bugs, repository } = project;
  return {
    ...manifest,
    homepage,
    bugs,
    repository: { ...repository, directory: manifest.name.replace("@counterpart/", "toolkit/") },
    // The built folder has nothing else.
    files: ["**"],
    ...(manifest.dependencies && { dependencies: installed(manifest as Manifest) }),
    exports: mapValues(exports, (file, entry) => {
      if (entry === sourcesEntry) return "./sources/index.ts";
      const source = file.match(/^(.*)\.(c?)[jt]s$/);
      if (!source) return file;
      const [, base, c] = source;
      return { types: `${base}.d.${c}ts`, default: `${base}.${c}js` };
    }),
    ...(bin && { bin: mapValues(bin, (file) => file.replace(/\.ts$/, ".js")) }),
  };
}

function mapValues(
  values: Record<string, string> = {},
  change: (value: string, key: string) => unknown,
): object {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}

/** Packs a built package. Returns the tarball's path. */
export async function packPackage(built: string, destination: string): Promise<string> {
  const { stdout } = await run("npm", ["pack", built, "--json", "--pack-destination", destination]);
  return path.join(destination, JSON.parse(stdout)[0].filename);
}

/** A package's source files, relative to the package. */
async function sourcesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(
      (entry) =>
        entry.isFile() && !/(^|[\\/])node_modules([\\/]|$)/.test(path.relative(folder, entry.parentPath)),
    )
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

async function main(args: string[]): Promise<void> {
  if (args.includes("--help")) return console.log(help);
  const out = path.join(root, "packages");
  const isBundled = !args.includes("--registry");
  for (const built of Object.values(await buildPackages(out, { isBundled }))) {
    const failed = (await checkPackage(built)).filter(({ result }) => result !== "passed");
    if (failed.length > 0) throw new Error(failed.map(({ tool, output }) => `${tool}: ${output}`).join("\n"));
    console.log(`written: ${path.relative(process.cwd(), await packPackage(built, out))}`);
  }
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
