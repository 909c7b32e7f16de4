import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

export interface PackageSources {
  /** The files to compile, with what they import. */
  files: string[];
  /** The folder that becomes `out`. */
  rootDir: string;
  out: string;
  /** What this package needs beside the options that every package has. */
  options: ts.CompilerOptions;
}

/**
 * Compiles the sources of a package: ECMAScript modules, declarations and source maps.
 * @throws with what the compiler says
 */
export async function compilePackage({ files, rootDir, out, options }: PackageSources): Promise<void> {
  const program = ts.createProgram({
    rootNames: files,
    options: {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      sourceMap: true,
      ...options,
      rootDir,
      outDir: out,
    },
  });
  const { diagnostics } = program.emit();
  const all = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (all.length > 0) {
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => rootDir,
      getNewLine: () => "\n",
    };
    throw new Error(ts.formatDiagnostics(all, host));
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
