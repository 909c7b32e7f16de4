import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runTsc } from "../tools/run-tsc.ts";

export interface PackageSources {
  /** The files to compile, with what they import. */
  files: string[];
  /** The folder that becomes `out`. */
  rootDir: string;
  out: string;
  /** The `compilerOptions` that this package needs beside those that every package has. */
  options: Record<string, unknown>;
}

/**
 * Compiles the sources of a package: ECMAScript modules, declarations and source maps.
 * @throws with what the compiler says
 */
export async function compilePackage({ files, rootDir, out, options }: PackageSources): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-compile-"));
  try {
    const config = path.join(folder, "tsconfig.json");
    const compilerOptions = {
      module: "nodenext",
      moduleResolution: "nodenext",
      strict: true,
      skipLibCheck: true,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      sourceMap: true,
      ...options,
      rootDir,
      outDir: out,
    };
    await writeFile(config, JSON.stringify({ compilerOptions, files }));
    const { exitCode, output } = await runTsc(["-p", config]);
    if (exitCode !== 0) throw new Error(output);
  } finally {
    await rm(folder, { recursive: true });
  }
  await rewriteDeclarations(out);
}

/** The compiler leaves `.ts` in the imports of declarations, which compilers with other settings don't allow. */
async function rewriteDeclarations(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const file = path.join(folder, name);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replaceAll(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"'));
  }
}
