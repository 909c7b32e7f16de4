import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse } from "yaml";
import { defineCommand } from "../cli/command.ts";
import { UsageError } from "../cli/usage-error.ts";
import { rootIn } from "../generate/find-spec.ts";
import { projectFiles } from "../new/project-files.ts";
import { entriesOf, type Manifest, projectManifest, projectScripts } from "../new/project-package.ts";
import { specFiles } from "../new/spec-files.ts";

const run = promisify(execFile);

/** This project. */
const source = fileURLToPath(new URL("../..", import.meta.url));
const template = fileURLToPath(new URL("../template", import.meta.url));

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
    await run(process.execPath, [path.join(source, "toolkit/bin/counterpart.ts"), step], { cwd: folder });
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

export const command = defineCommand({
  positionals: "<folder>",
  description: `Makes a project of your own around an OpenAPI 3.0 or 3.1 document, in YAML or JSON, of one file or many. The
document's files are copied to spec/ as they are. Every operation is answered by the mock until you write it.`,
  options: {
    spec: { type: "string", value: "<file>", help: "the document, or a folder that has one" },
    name: { type: "string", value: "<name>", help: "for package.json (default: the folder's name)" },
  },
  async run({ options, positionals: [given, ...others], terminal: { stdout } }) {
    if (given === undefined || others.length > 0 || options.spec === undefined) {
      throw new UsageError("A folder and --spec are needed. `counterpart new --help` lists what it takes.");
    }
    const folder = path.resolve(given);
    const fromFolder = path
      .basename(folder)
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, "-");
    await newProject({ folder, spec: path.resolve(options.spec), name: options.name ?? fromFolder });
    stdout.write(
      `${folder} is ready:\n\n  cd ${path.relative(process.cwd(), folder)}\n  npm ci\n  npm start\n\n`,
    );
    return 0;
  },
});
