import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { buildPackages, packPackage } from "../../../scripts/build-packages.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The tarballs of this version, by the package's name. */
    tarballs: Record<string, string>;
    /** The CLI of an earlier version, with another template. */
    earlierTarball: string;
  }
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(path.join(root, "packages"), { recursive: true });
  const folder = await mkdtemp(path.join(root, "packages/test-"));
  const built = await buildPackages(folder);
  const tarballs: Record<string, string> = {};
  for (const [name, place] of Object.entries(built)) tarballs[name] = await packPackage(place, folder);
  project.provide("tarballs", tarballs);
  const earlier = path.join(folder, "earlier");
  await mkdir(earlier);
  project.provide("earlierTarball", await packEarlier(built["@counterpart/cli"] ?? "", earlier));
  return () => rm(folder, { recursive: true, force: true });
}

/** Packs a built CLI as version 0.3.0-rc.1, whose template had one sentence less in its README. */
async function packEarlier(cli: string, destination: string): Promise<string> {
  const modules = path.join(cli, "node_modules/@counterpart");
  const folders = [cli, ...(await readdir(modules)).map((name) => path.join(modules, name))];
  for (const folder of folders) {
    const file = path.join(folder, "package.json");
    const { version, ...manifest } = JSON.parse(await readFile(file, "utf8"));
    const text = JSON.stringify({ version, ...manifest });
    await writeFile(
      file,
      text.replaceAll(new RegExp(`("(?:version|@counterpart/\\w+)":")${version}"`, "g"), '$10.3.0-rc.1"'),
    );
  }
  const readme = path.join(cli, "template/README.md");
  await writeFile(readme, (await readFile(readme, "utf8")).replace(/\n## (?=Update)/i, "\nEarlier.\n$&"));
  return packPackage(cli, destination);
}
