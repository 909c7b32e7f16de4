import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import { runtimeFiles } from "../generate/client/runtime-files.ts";
import { emitStub, emitSupport } from "../generate/stubs.ts";

/** What a project has besides its code. */
const furniture = [
  ".dockerignore",
  ".github/workflows/ci.yml",
  ".github/workflows/docs.yml",
  ".gitignore",
  ".npmrc",
  "LICENSE",
  "biome.json",
  "package-lock.json",
  "toolkit/node-runtime/package.json",
  "test/tsconfig.json",
  "tsconfig.json",
  "vitest.config.ts",
];

/** Written by `npm run generate` and `npm run scaffold`. */
const isWritten = /^(server\/operations|generated)\//;

/**
 * The files of a new project: those of the template, and whatever can be reached from them and the entries by imports.
 * The shop is reached only through `server/operations/`, and stays behind with it.
 * @returns where each goes → where it is
 */
export async function projectFiles({
  source,
  template,
  entries,
}: {
  source: string;
  template: string;
  /** Relative to the project. */
  entries: string[];
}): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const fromTemplate = await filesBelow(template);
  const runtime = Object.keys(await runtimeFiles()).map((name) => `toolkit/client-runtime/${name}`);
  const queue = [...entries, ...furniture, ...runtime, ...fromTemplate, ...scaffoldedImports()];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (files.has(name) || isWritten.test(name)) continue;
    const file = path.join(fromTemplate.includes(name) ? template : source, name);
    files.set(name, file);
    if (name.endsWith(".ts")) queue.push(...(await reached(name, file)));
  }
  return files;
}

/** What the files that `npm run scaffold` writes import. */
function scaffoldedImports(): string[] {
  const imports = { generated: "../generated", operations: "./operations", fromOperation: ".." };
  const texts = [
    emitStub("any", "any", imports),
    ...Object.values(emitSupport({ securitySchemes: { any: { type: "http" } } }, imports)),
  ];
  return texts.flatMap((text) => importsOf("server/operations/any.ts", text));
}

async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const kinds = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  return names.filter((_, at) => kinds[at]?.isFile()).map((name) => name.replaceAll(path.sep, "/"));
}

/** The project's files that a file imports, or names. */
async function reached(name: string, file: string): Promise<string[]> {
  const text = await readFile(file, "utf8");
  const named = [...text.matchAll(/"((?:test|scripts)\/[\w./-]+\.ts)"/g)].map(([, place = ""]) => place);
  return [...importsOf(name, text), ...named];
}

/** What a file imports of the project, or finds beside itself by `new URL("…", import.meta.url)`. */
function importsOf(name: string, text: string): string[] {
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const beside = [...text.matchAll(/new URL\("(\.[^"]*\.\w+)", import\.meta\.url\)/g)].map(
    ([, url = ""]) => url,
  );
  return [...imported, ...beside]
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => path.posix.join(path.posix.dirname(name), specifier));
}
