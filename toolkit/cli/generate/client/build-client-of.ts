import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UsageError } from "@counterpart/testing/errors";
import type { EmittedFiles } from "../emit-files.ts";
import { writeIfChanged } from "../write-if-changed.ts";
import { buildClientPackage } from "./build-client-package.ts";
import { clientNameOf } from "./client-package-name.ts";
import { withRuntime } from "./runtime-files.ts";

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
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-client-"));
  try {
    const [generated, built] = [path.join(folder, "generated"), path.join(folder, "built")];
    for (const [name, text] of Object.entries(emitted.files)) {
      await writeIfChanged(path.join(generated, name), text);
    }
    // Otherwise the compiler would write CommonJS.
    await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
    await buildClientPackage(
      { document, generated, name: clientNameOf(document), isInProject: false },
      built,
    );
    for (const name of names.filter((one) => one !== "node_modules")) {
      await rm(path.join(out, name), { recursive: true });
    }
    await cp(built, out, { recursive: true });
  } finally {
    await rm(folder, { recursive: true });
  }
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
