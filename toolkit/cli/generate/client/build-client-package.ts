import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument } from "@counterpart/server/document";
import { UsageError } from "@counterpart/testing/errors";
import { manifest } from "../../tools/manifest.ts";
import { temporaryFolder } from "../../tools/temporary-folder.ts";
import { compilePackage } from "../compile-package.ts";
import { type EmittedFiles, verifyWebhookFile, webhooksFile } from "../emit-files.ts";
import { writeIfChanged } from "../write-if-changed.ts";
import { clientNameOf } from "./client-package-name.ts";
import { clientReadme } from "./client-readme.ts";
import { emitMsw, mswDeclarations, mswFolder } from "./msw.ts";
import { licenseFile, runtimeFolder, withRuntime } from "./runtime-files.ts";
import { emitVerifyWebhook } from "./verify-webhook.ts";

const exampleHandlers = new URL("../../client-msw/example-handlers.ts", import.meta.url);

interface ClientSources {
  document: ApiDocument;
  /** The folder of the generated client. */
  generated: string;
  /** The package's name. */
  name: string;
  /** Whether the project's own compiler is used. */
  isInProject: boolean;
}

/**
 * Builds the client's package in a folder, which is emptied first.
 * @throws with the compiler's errors
 */
export async function buildClientPackage(
  { document, generated: from, name: packageName, isInProject }: ClientSources,
  out: string,
): Promise<void> {
  const src = path.join(out, "src");
  const isSigned = emitVerifyWebhook(document) !== undefined;
  await rm(out, { recursive: true, force: true });
  await mkdir(path.join(src, mswFolder), { recursive: true });
  const names = ["client.ts", "types.ts", ...(isSigned ? [webhooksFile, verifyWebhookFile] : [])];
  const generated = names.map(async (name) => [name, await readFile(path.join(from, name), "utf8")] as const);
  // The package contains its runtime, so that it installs without a registry that has it.
  const sources = await withRuntime(Object.fromEntries(await Promise.all(generated)));
  for (const [name, text] of Object.entries(sources)) await writeIfChanged(path.join(src, name), text);
  await writeFile(path.join(src, "msw.ts"), emitMsw(document));
  await cp(exampleHandlers, path.join(src, mswFolder, "example-handlers.ts"));
  const declarations = path.join(out, "msw.d.ts");
  await writeFile(declarations, mswDeclarations);
  const entries = ["client.ts", "msw.ts", ...(isSigned ? [verifyWebhookFile] : [])];
  await compilePackage({
    files: [declarations, ...entries.map((name) => path.join(src, name))],
    rootDir: src,
    out: path.join(out, "dist"),
    borrowed: ["openapi-fetch", ...(isSigned ? ["standardwebhooks"] : [])],
    isOwn: !isInProject,
    options: {
      target: "es2022",
      lib: ["es2022", "dom", "dom.iterable"],
      types: [],
      declarationMap: true,
    },
  });
  await rm(declarations);
  await cp(path.join(src, runtimeFolder, licenseFile), path.join(out, "dist", runtimeFolder, licenseFile));
  const about = packageOf(document, { name: packageName, isSigned });
  await writeFile(path.join(out, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  await writeFile(path.join(out, "README.md"), clientReadme(document, about.name));
}

function packageOf({ info }: ApiDocument, { name, isSigned }: { name: string; isSigned: boolean }) {
  const { title, version, licenseIdentifier } = info;
  const isScoped = name.startsWith("@");
  return {
    name,
    // Prevents publishing by mistake: without the project's own scope, anyone may own the name.
    ...(!isScoped && { private: true }),
    // The client takes the version of its contract.
    version: /^\d+\.\d+\.\d+$/.test(version) ? version : "0.0.0",
    description: `A typed client for ${title}.`,
    ...(licenseIdentifier && { license: licenseIdentifier }),
    type: "module",
    sideEffects: false,
    exports: {
      ".": entry("client"),
      "./msw": entry("msw"),
      ...(isSigned && { "./webhooks": entry("verify-webhook") }),
      "./package.json": "./package.json",
    },
    files: ["dist", "src"],
    engines: { node: ">=20.3" },
    dependencies: {
      "openapi-fetch": `^${manifest.dependencies["openapi-fetch"]}`,
      ...(isSigned && { standardwebhooks: `^${manifest.dependencies.standardwebhooks}` }),
    },
    peerDependencies: { msw: "^2.0.0 || ^3.0.0" },
    peerDependenciesMeta: { msw: { optional: true } },
  };
}

function entry(name: string) {
  return { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` };
}

/**
 * Builds the client's package of a document outside a project.
 * @throws if the folder contains something else
 */
export async function buildClientOf(emitted: EmittedFiles, out: string): Promise<void> {
  const names: string[] = await readdir(out).catch(() => []);
  const ours = ["README.md", "dist", "node_modules", "package-lock.json", "package.json", "src"];
  if (names.some((name) => !ours.includes(name)) || (names.length > 0 && !names.includes("dist"))) {
    throw new UsageError(
      `${out} contains other files than a client's package. Choose another folder for --out.`,
    );
  }
  const { document } = emitted;
  await using folder = await temporaryFolder("client");
  const [generated, built] = [path.join(folder.path, "generated"), path.join(folder.path, "built")];
  for (const [name, text] of Object.entries(emitted.files)) {
    await writeIfChanged(path.join(generated, name), text);
  }
  // Otherwise the compiler would write CommonJS.
  await writeFile(path.join(folder.path, "package.json"), '{ "type": "module" }');
  await buildClientPackage({ document, generated, name: clientNameOf(document), isInProject: false }, built);
  for (const name of names.filter((one) => one !== "node_modules")) {
    await rm(path.join(out, name), { recursive: true });
  }
  await cp(built, out, { recursive: true });
}

/** Writes what a project has in its generated folder, with the client's runtime. @returns the changed files */
export async function writeClientSources({ files }: EmittedFiles, folder: string): Promise<string[]> {
  const changed: string[] = [];
  for (const [name, text] of Object.entries(await withRuntime(files))) {
    const file = path.join(folder, name);
    if (await writeIfChanged(file, text)) changed.push(file);
  }
  return changed;
}
