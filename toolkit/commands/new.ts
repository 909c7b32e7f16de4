import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { parse } from "yaml";
import { rootIn } from "../generate/spec-root.ts";
import { projectFiles } from "../new/project-files.ts";
import { entriesOf, type Manifest, projectManifest, projectScripts } from "../new/project-package.ts";
import { specFiles } from "../new/spec-files.ts";

const run = promisify(execFile);

const help = `Usage: npm run new -- <folder> --spec <file or folder> [--name <name>]

Makes a project of your own: this one without the shop, around another OpenAPI 3.0 or 3.1 document, in YAML or JSON, of
one file or many. The document's files are copied to spec/ as they are.

  --spec <file>   the document, or a folder that has one
  --name <name>   for package.json (default: the folder's name)

Then: cd <folder>, npm ci, npm start. Every operation is answered by the mock until you write it.`;

/** This project. */
const source = fileURLToPath(new URL("../..", import.meta.url));
const template = fileURLToPath(new URL("../template", import.meta.url));

/** What was typed can't be done as it stands. */
class UsageError extends Error {}

export interface NewProject {
  folder: string;
  /** The document, or a folder that has one. */
  spec: string;
  name: string;
}

/** Makes the project. Throws before anything is written when the folder isn't empty or there is no document. */
export async function newProject({ folder, spec, name }: NewProject): Promise<void> {
  if ((await readdir(folder).catch(() => [])).length > 0) throw new UsageError(`${folder} isn't empty.`);
  const isFolder = await stat(spec).then(
    (found) => found.isDirectory(),
    () => {
      throw new UsageError(`There is no document ${spec}.`);
    },
  );
  const { root, files: specs } = await specFiles(isFolder ? await rootIn(spec) : spec);
  const title = titleOf(parse(await readFile(specs.get(root) ?? "", "utf8"))) ?? name;

  const manifest: Manifest = JSON.parse(await readFile(path.join(source, "package.json"), "utf8"));
  const files = await projectFiles({ source, template, entries: entriesOf(projectScripts(manifest)) });
  const texts = await Promise.all([...files.values()].filter(isCode).map((file) => readFile(file, "utf8")));
  for (const [to, from] of files) {
    await mkdir(path.dirname(path.join(folder, to)), { recursive: true });
    await cp(from, path.join(folder, to));
  }
  for (const [to, from] of specs) {
    await mkdir(path.dirname(path.join(folder, "spec", to)), { recursive: true });
    await cp(from, path.join(folder, "spec", to));
  }
  await change(path.join(folder, "README.md"), /^# Title$/m, `# ${title}`);
  await change(path.join(folder, "redocly.yaml"), "spec/openapi.yaml", `spec/${root}`);
  // The document stays as its authors lay it out.
  await change(path.join(folder, "biome.json"), '"!generated"', '"!generated", "!spec"');
  await writeFile(
    path.join(folder, "package.json"),
    `${JSON.stringify(projectManifest(manifest, { name, title, source, texts }), null, 2)}\n`,
  );
  // From the lock file alone npm knows what the fewer dependencies need; it asks no registry.
  const lock = ["install", "--package-lock-only", "--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", lock, { cwd: folder });
  for (const step of ["generate", "scaffold"]) {
    await run(process.execPath, [path.join(source, `toolkit/commands/${step}.ts`)], { cwd: folder });
  }
  await run("biome", ["check", "--write", "server/operations"], { cwd: folder });
}

async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  await writeFile(
    file,
    text.replace(from, () => to),
  );
}

function isCode(file: string): boolean {
  return file.endsWith(".ts");
}

function titleOf(document: unknown): string | undefined {
  const { info } = (document ?? {}) as { info?: { title?: unknown } };
  return typeof info?.title === "string" ? info.title : undefined;
}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { spec: { type: "string" }, name: { type: "string" }, help: { type: "boolean" } },
  });
  if (values.help) return console.log(help);
  const [given, ...others] = positionals;
  if (given === undefined || others.length > 0 || values.spec === undefined) throw new UsageError(help);
  const folder = path.resolve(given);
  const name =
    values.name ??
    path
      .basename(folder)
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, "-");
  await newProject({ folder, spec: path.resolve(values.spec), name });
  console.log(`${folder} is ready:\n\n  cd ${path.relative(process.cwd(), folder)}\n  npm ci\n  npm start\n`);
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const { message, stdout = "", stderr = "" } = error as Error & { stdout?: string; stderr?: string };
    console.error(`${stdout}${stderr}${stdout || stderr ? "" : message}`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
