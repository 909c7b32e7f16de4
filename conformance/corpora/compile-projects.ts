import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { handlerNames } from "../../toolkit/cli/generate/handlers/names.ts";
import { emitHandlers, emitStub } from "../../toolkit/cli/generate/handlers/stubs.ts";
import { successShape } from "../../toolkit/cli/generate/handlers/success-shape.ts";
import { emitSupport } from "../../toolkit/cli/generate/handlers/support-files.ts";
import { runTsc } from "../../toolkit/cli/tools/run-tsc.ts";
import type { ApiDocument } from "../../toolkit/server/document/document.ts";

const imports = { generated: "../generated", operations: "./operations", fromOperation: ".." };

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const template = fileURLToPath(new URL("../../toolkit/cli/template/tsconfig.json", import.meta.url));

/**
 * Writes what `counterpart generate` and `counterpart scaffold` write for a document.
 * @param files of `emitFiles`
 */
export async function writeProject(
  folder: string,
  document: ApiDocument,
  files: Record<string, string>,
): Promise<void> {
  const names = handlerNames(document);
  const support = { ...emitSupport(document, imports), "handlers.ts": emitHandlers(document, imports) };
  const texts = [
    ...Object.entries(files).map(([name, text]) => [`generated/${name}`, text] as const),
    ...Object.entries(support).map(([name, text]) => [`server/${name}`, text] as const),
    ...document.operations.map((operation) => {
      const { operationId } = operation;
      const name = names.get(operationId) ?? operationId;
      const stub = emitStub(operationId, name, imports, successShape(document, operation));
      return [`server/operations/${name}.ts`, stub] as const;
    }),
  ];
  for (const [name, text] of texts) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/**
 * Compiles all projects in the subfolders of a folder at once, with the settings of a new project.
 * @returns the errors by subfolder
 */
export async function compileProjects(folder: string): Promise<Map<string, string[]>> {
  await symlink(modules, path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const errors = await compilerErrors(folder, []);
  // After a syntax error, the compiler reports no other kind.
  return errors.size === 0
    ? errors
    : new Map([...errors, ...(await compilerErrors(folder, [...errors.keys()]))]);
}

async function compilerErrors(folder: string, exclude: string[]): Promise<Map<string, string[]>> {
  const config = path.join(folder, "tsconfig.json");
  const include = ["*/generated/*.ts", "*/server"];
  await writeFile(config, JSON.stringify({ extends: template, include, exclude }));
  const { output } = await runTsc(["-p", config]);
  const errors = new Map<string, string[]>();
  for (const line of output.split("\n")) {
    const [, file, message = line] = /^(\S[^(]*)\(\d+,\d+\): (error TS.*)$/.exec(line) ?? [];
    if (file === undefined && !line.startsWith("error ")) continue;
    const [project = ""] = path.relative(folder, path.resolve(file ?? "")).split(path.sep);
    errors.set(project, [...(errors.get(project) ?? []), `${path.basename(file ?? "")}: ${message}`]);
  }
  return errors;
}
