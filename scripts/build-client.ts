import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { type ApiDocument, readDocument } from "../server/http/document.ts";
import { clientReadme } from "./client-readme.ts";

const run = promisify(execFile);

const help = `Usage: npm run build:client [-- --out <folder>]

Makes the typed client a package of its own, from generated/client.ts and generated/types.ts: ECMAScript modules with types
and source maps, and a readme with an example. Then publint and arethetypeswrong look at it.

  --out <folder>  default: packages/client`;

/** Builds the package. Throws with what the compiler says. */
export async function buildClient(out: string): Promise<void> {
  const document = readDocument(JSON.parse(await readFile("generated/openapi.json", "utf8")));
  const manifest = JSON.parse(await readFile("package.json", "utf8"));
  await rm(out, { recursive: true, force: true });
  await mkdir(path.join(out, "src"), { recursive: true });
  for (const file of ["client.ts", "types.ts"]) await cp(`generated/${file}`, path.join(out, "src", file));
  compile(out);
  // The compiler leaves this in declarations, where compilers of other settings don't allow it.
  const declarations = path.join(out, "dist/client.d.ts");
  const text = await readFile(declarations, "utf8");
  await writeFile(declarations, text.replaceAll('"./types.ts"', '"./types.js"'));
  const about = packageOf(document, manifest);
  await writeFile(path.join(out, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  await writeFile(path.join(out, "README.md"), clientReadme(document, about.name));
}

function packageOf(
  { raw }: ApiDocument,
  { name, dependencies }: { name: string; dependencies: Record<string, string> },
) {
  const { title, version, license } = raw.info ?? {};
  return {
    name: name.startsWith("@") ? `${name}-client` : `@${name}/client`,
    // The client is as new as the contract that it knows.
    version: /^\d+\.\d+\.\d+$/.test(version) ? version : "0.0.0",
    description: `A typed client for ${title}.`,
    ...(license?.identifier && { license: license.identifier }),
    type: "module",
    sideEffects: false,
    exports: {
      ".": { types: "./dist/client.d.ts", default: "./dist/client.js" },
      "./package.json": "./package.json",
    },
    files: ["dist", "src"],
    engines: { node: ">=20" },
    dependencies: { "openapi-fetch": `^${dependencies["openapi-fetch"]}` },
  };
}

function compile(out: string): void {
  const program = ts.createProgram({
    rootNames: [path.join(out, "src/client.ts")],
    options: {
      outDir: path.join(out, "dist"),
      rootDir: path.join(out, "src"),
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
      strict: true,
      skipLibCheck: true,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      declarationMap: true,
      sourceMap: true,
    },
  });
  const { diagnostics } = program.emit();
  const all = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (all.length > 0) {
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => out,
      getNewLine: () => "\n",
    };
    throw new Error(ts.formatDiagnostics(all, host));
  }
}

async function main(args: string[]): Promise<void> {
  if (args.includes("--help")) return console.log(help);
  const at = args.indexOf("--out");
  const out = path.resolve(at < 0 ? "packages/client" : (args[at + 1] ?? ""));
  await buildClient(out);
  await run("publint", ["run", out, "--strict", "--pack", "npm"]);
  // Whoever reads modules the old way (CommonJS, Node 10) can't use an ESM package, and needn't.
  await run("attw", ["--pack", out, "--profile", "esm-only"]);
  console.log(`written: ${path.relative(process.cwd(), out)}`);
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
