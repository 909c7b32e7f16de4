import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument } from "@counterpart/server/document";
import { manifest } from "../../tools/manifest.ts";
import { compilePackage } from "../compile-package.ts";
import { verifyWebhookFile, webhooksFile } from "../emit-files.ts";
import { writeIfChanged } from "../write-if-changed.ts";
import { clientReadme } from "./client-readme.ts";
import { emitMsw, mswDeclarations, mswFolder } from "./msw.ts";
import { licenseFile, runtimeFolder, withRuntime } from "./runtime-files.ts";
import { emitVerifyWebhook } from "./verify-webhook.ts";

const exampleHandlers = new URL("../../client-msw/example-handlers.ts", import.meta.url);

export interface ClientSources {
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
