import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { emitClient } from "../../cli/generate/client/client.ts";
import { withRuntime } from "../../cli/generate/client/runtime-files.ts";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { largeHarbour } from "./harbour.ts";
import { type CompilerMessages, messagesIn, messagesPage, mistakeFiles } from "./messages-page.ts";

/** Run with `--update`, the page of the compilers' messages is written instead of compared. */
const isUpdate = process.argv.includes("--update");
const pageFile = fileURLToPath(new URL("../../../docs/compiler-messages.md", import.meta.url));

const here = fileURLToPath(new URL(".", import.meta.url));

const strictness = {
  strict: { strict: true },
  loose: { strict: false },
  exactOptional: { strict: true, exactOptionalPropertyTypes: true },
};
const modules = {
  bundler: { type: "module", module: "esnext", moduleResolution: "bundler" },
  nodenext: { type: "module", module: "nodenext", moduleResolution: "nodenext" },
  commonjs: { type: "commonjs", module: "nodenext", moduleResolution: "nodenext" },
};

// CommonJS files can require modules since TypeScript 5.8.
const runs: [version: string, keyof typeof strictness, keyof typeof modules][] = [
  ["5.5", "strict", "bundler"],
  ["5.5", "loose", "nodenext"],
  ["5.5", "exactOptional", "nodenext"],
  ["5.9", "strict", "nodenext"],
  ["5.9", "strict", "commonjs"],
  ["5.9", "loose", "bundler"],
  ["5.9", "exactOptional", "commonjs"],
  ["6", "strict", "bundler"],
  ["6", "loose", "commonjs"],
  ["6", "exactOptional", "nodenext"],
  ["7", "strict", "commonjs"],
  ["7", "strict", "nodenext"],
  ["7", "loose", "nodenext"],
  ["7", "loose", "bundler"],
  ["7", "exactOptional", "bundler"],
];

const folder = await mkdtemp(path.join(tmpdir(), "counterpart-consumers-"));
try {
  const failed: string[] = [];
  const used = { "use.ts": await ownFile("use.ts"), "in-react.ts": await ownFile("in-react.ts") };
  for (const type of ["module", "commonjs"]) await writeProject(path.join(folder, type), type, used);
  for (const run of runs) {
    const output = await compile(...run);
    console.log(`${output === "" ? "compiles" : "FAILS   "}  TypeScript ${run.join(", ")}`);
    if (output !== "") failed.push(`TypeScript ${run.join(", ")}:\n${output}`);
  }
  const page = messagesPage(await mistakeMessages(["5.9", "6", "7"]));
  const isSame = page === (await readFile(pageFile, "utf8").catch(() => ""));
  if (isUpdate) await writeFile(pageFile, page);
  console.log(`${isSame ? "the same" : isUpdate ? "written " : "FAILS   "}  docs/compiler-messages.md`);
  if (!isSame && !isUpdate)
    failed.push("The compilers' messages have changed: `npm run test:consumers -- --update` writes them.");
  const inReact = await runInReact();
  console.log(`${inReact === "" ? "passes  " : "FAILS   "}  TanStack Query in React`);
  if (inReact !== "") failed.push(inReact);
  if (failed.length > 0) console.error(`\n${failed.join("\n")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}

function ownFile(name: string): Promise<string> {
  return readFile(path.join(here, name), "utf8");
}

/** A project with the generated files, and with its own. */
async function writeProject(project: string, type: string, own: Record<string, string>): Promise<void> {
  const document = readDocument(structuredClone(largeHarbour) as never);
  const generated = await withRuntime({
    "types.ts": emitTypes(document),
    "operations.ts": emitOperations(document),
    "client.ts": emitClient(document),
  });
  const files = {
    "package.json": JSON.stringify({ type }),
    ...own,
    ...Object.fromEntries(
      Object.entries(generated).map(([name, text]) => [`generated/${name}`, text] as const),
    ),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(project, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await symlink(path.join(here, "node_modules"), path.join(project, "node_modules"));
}

/** The compiler's messages. */
async function compile(version: string, level: keyof typeof strictness, kind: keyof typeof modules) {
  const { type, ...resolution } = modules[kind];
  return compileIn(path.join(folder, type), version, {
    ...strictness[level],
    ...resolution,
  });
}

/** The messages of each compiler for typical mistakes. */
async function mistakeMessages(versions: string[]): Promise<CompilerMessages[]> {
  const project = path.join(folder, "mistakes");
  await writeProject(project, "module", mistakeFiles);
  const { type: _, ...resolution } = modules.bundler;
  const all: CompilerMessages[] = [];
  for (const version of versions)
    all.push([version, messagesIn(await compileIn(project, version, { strict: true, ...resolution }))]);
  return all;
}

async function compileIn(project: string, version: string, options: object): Promise<string> {
  const config = path.join(project, "tsconfig.json");
  const compilerOptions = {
    ...options,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
    types: ["node"],
    jsx: "react-jsx",
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  await writeFile(config, JSON.stringify({ compilerOptions, include: ["*.ts", "generated/*.ts"] }));
  const tsc = path.join(here, "node_modules", `typescript-${version}`, "bin/tsc");
  return promisify(execFile)(process.execPath, [tsc, "-p", config], { cwd: project }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}

/** The report of tests that failed. */
async function runInReact(): Promise<string> {
  const args = ["--import", path.join(here, "dom.mjs"), "in-react.ts"];
  return promisify(execFile)(process.execPath, args, { cwd: path.join(folder, "module") }).then(
    () => "",
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}
