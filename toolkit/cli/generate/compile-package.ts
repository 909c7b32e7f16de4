import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runTsc } from "../tools/run-tsc.ts";
import { temporaryFolder } from "../tools/temporary-folder.ts";

export interface PackageSources {
  /** The files to compile, together with their imports. */
  files: string[];
  /** The folder that becomes `out`. */
  rootDir: string;
  out: string;
  /** Further `compilerOptions` for this package. */
  options: Record<string, unknown>;
  /** Packages that the files import and that may not be installed beside them: the toolkit's are used. */
  borrowed?: string[];
  /** Whether the compiler is the toolkit's too. */
  isOwn?: boolean;
}

/**
 * Compiles a package to ECMAScript modules, declarations and source maps.
 * @throws with the compiler's errors
 */
export async function compilePackage({
  files,
  rootDir,
  out,
  options,
  borrowed = [],
  isOwn = false,
}: PackageSources): Promise<void> {
  await using folder = await temporaryFolder("compile");
  const config = path.join(folder.path, "tsconfig.json");
  const compilerOptions = {
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    sourceMap: true,
    paths: Object.fromEntries(borrowed.map((name) => [name, [declarationsOf(name)]])),
    ...options,
    rootDir,
    outDir: out,
  };
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  const { exitCode, output } = await runTsc(["-p", config], { isOwn });
  if (exitCode !== 0) throw new Error(output);
  await rewriteDeclarations(out);
}

/** The compiler keeps `.ts` in imports of declarations, which fail to compile with other settings. */
async function rewriteDeclarations(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const file = path.join(folder, name);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replaceAll(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

/** The compiler would map a package's JavaScript to no declarations. */
function declarationsOf(packageName: string): string {
  return fileURLToPath(import.meta.resolve(packageName)).replace(/\.(m?)js$/, ".d.$1ts");
}
