import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { type ApiDocument, readDocument } from "../document/document.ts";
import { clientReadme } from "../generate/client/client-readme.ts";
import { compilePackage } from "../generate/compile-package.ts";

const run = promisify(execFile);

const help = `Usage: npm run build:client [-- --out <folder>]

Makes the typed client a package of its own, from generated/client.ts and what it imports: ECMAScript modules with types and
source maps, and a readme with an example. Then publint and arethetypeswrong check it.

  --out <folder>  default: packages/client`;

/** Builds the package. Throws with what the compiler says. */
export async function buildClient(out: string): Promise<void> {
  const document = readDocument(JSON.parse(await readFile("generated/openapi.json", "utf8")));
  const manifest = JSON.parse(await readFile("package.json", "utf8"));
  await rm(out, { recursive: true, force: true });
  await mkdir(path.join(out, "src"), { recursive: true });
  for (const name of ["client.ts", "types.ts", "client-runtime"]) {
    await cp(`generated/${name}`, path.join(out, "src", name), { recursive: true });
  }
  await compilePackage({
    files: [path.join(out, "src/client.ts")],
    rootDir: path.join(out, "src"),
    out: path.join(out, "dist"),
    options: {
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      types: [],
      declarationMap: true,
    },
  });
  const about = packageOf(document, manifest);
  await writeFile(path.join(out, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  await writeFile(path.join(out, "README.md"), clientReadme(document, about.name));
}

function packageOf(
  { info }: ApiDocument,
  { name, dependencies }: { name: string; dependencies: Record<string, string> },
) {
  const { title, version, licenseIdentifier } = info;
  return {
    name: name.startsWith("@") ? `${name}-client` : `@${name}/client`,
    // The client is as new as the contract that it knows.
    version: /^\d+\.\d+\.\d+$/.test(version) ? version : "0.0.0",
    description: `A typed client for ${title}.`,
    ...(licenseIdentifier && { license: licenseIdentifier }),
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
