import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildToolkit, packToolkit } from "../../../scripts/build-toolkit.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The tarball of this toolkit. */
    tarball: string;
    /** The same with an older version and the template of that time. */
    earlierTarball: string;
  }
}

const fixture = new URL("fixtures/template-0.2.0-rc.1.json", import.meta.url);

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-tarballs-"));
  const built = path.join(folder, "toolkit");
  await buildToolkit(built);
  project.provide("tarball", await packToolkit(built, folder));
  await makeEarlier(built);
  project.provide("earlierTarball", await packToolkit(built, folder));
  return () => rm(folder, { recursive: true, force: true });
}

async function makeEarlier(built: string): Promise<void> {
  const manifestFile = path.join(built, "package.json");
  const manifest = JSON.parse(await readFile(manifestFile, "utf8"));
  await writeFile(manifestFile, JSON.stringify({ ...manifest, version: "0.2.0-rc.1" }));
  await rm(path.join(built, "template"), { recursive: true });
  const files: Record<string, string> = JSON.parse(await readFile(fixture, "utf8"));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(built, "template", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
