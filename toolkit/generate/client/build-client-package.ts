import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import type { DocumentConfig } from "../../config/define-config.ts";
import { existingBundle } from "../../config/generated-files.ts";
import type { ApiDocument } from "../../document/document.ts";
import { loadDocument } from "../../document/load-document.ts";
import { manifest } from "../../tools/manifest.ts";
import { compilePackage } from "../compile-package.ts";
import { runtimeFolder } from "../emit-files.ts";
import { clientReadme } from "./client-readme.ts";

/**
 * Builds the client's package in a folder, which is emptied first. Throws with what the compiler says.
 * @param suffix what the package is called after the project's name: `client`
 */
export async function buildClientPackage(
  config: DocumentConfig,
  { out, suffix }: { out: string; suffix: string },
): Promise<void> {
  const document = await loadDocument(await existingBundle(config));
  const project: { name: string } = JSON.parse(await readFile("package.json", "utf8"));
  await rm(out, { recursive: true, force: true });
  await mkdir(path.join(out, "src"), { recursive: true });
  for (const name of ["client.ts", "types.ts", runtimeFolder]) {
    await cp(path.join(config.generated, name), path.join(out, "src", name), { recursive: true });
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
  const about = packageOf(document, project.name, suffix);
  await writeFile(path.join(out, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  await writeFile(path.join(out, "README.md"), clientReadme(document, about.name));
}

function packageOf({ info }: ApiDocument, project: string, suffix: string) {
  const { title, version, licenseIdentifier } = info;
  const isScoped = project.startsWith("@");
  return {
    name: `${project}-${suffix}`,
    // Outside of the project's own scope the name is anybody's, so it can't be published by mistake.
    ...(!isScoped && { private: true }),
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
    engines: { node: ">=20.3" },
    dependencies: { "openapi-fetch": manifest.peerDependencies["openapi-fetch"] },
  };
}
