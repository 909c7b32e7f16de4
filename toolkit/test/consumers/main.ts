import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { emitClient } from "../../cli/generate/client/client.ts";
import { runtimeFiles } from "../../cli/generate/client/runtime-files.ts";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { harbour } from "./harbour.ts";

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
  for (const type of ["module", "commonjs"]) await writeProject(path.join(folder, type), type);
  for (const run of runs) {
    const output = await compile(...run);
    console.log(`${output === "" ? "compiles" : "FAILS   "}  TypeScript ${run.join(", ")}`);
    if (output !== "") failed.push(`TypeScript ${run.join(", ")}:\n${output}`);
  }
  if (failed.length > 0) console.error(`\n${failed.join("\n")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}

async function writeProject(project: string, type: string): Promise<void> {
  const document = readDocument(structuredClone(harbour) as never);
  const runtime = Object.entries(await runtimeFiles()).map(
    ([name, text]) => [`generated/client-runtime/${name}`, text] as const,
  );
  const files = {
    "package.json": JSON.stringify({ type }),
    "use.ts": await readFile(path.join(here, "use.ts"), "utf8"),
    "generated/types.ts": emitTypes(document),
    "generated/operations.ts": emitOperations(document),
    "generated/client.ts": emitClient(document),
    ...Object.fromEntries(runtime),
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
  const config = path.join(folder, type, `tsconfig.${version}-${level}-${kind}.json`);
  const compilerOptions = {
    ...strictness[level],
    ...resolution,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
    types: ["node"],
    jsx: "react-jsx",
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  await writeFile(config, JSON.stringify({ compilerOptions, include: ["use.ts", "generated/*.ts"] }));
  const tsc = path.join(here, "node_modules", `typescript-${version}`, "bin/tsc");
  return promisify(execFile)(process.execPath, [tsc, "-p", config], { cwd: path.join(folder, type) }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}
