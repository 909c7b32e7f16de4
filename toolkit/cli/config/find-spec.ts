import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { readSpec, type Spec } from "@counterpart/server/source";
import type { DocumentConfig } from "./define-config.ts";

const isDocument = /\.(ya?ml|json)$/;

/**
 * Finds the root file of a project's document.
 * @throws with advice if there is none, or more than one
 */
export async function findSpec({
  spec,
  released,
}: Pick<DocumentConfig, "spec" | "released">): Promise<string> {
  const place = path.normalize(spec);
  const found = await stat(place).catch(() => undefined);
  if (found?.isFile()) return place;
  if (!found) throw new Error(`There is no ${spec}, the \`spec\` of counterpart.config.ts.`);
  return rootIn(place, released);
}

/**
 * The only file below a folder with an `openapi` version; if there are several or none, the one called
 * `openapi`.
 * @param released the released contract, which doesn't count
 */
export async function rootIn(folder: string, released?: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const isReleased = (name: string) =>
    released !== undefined && path.relative(path.join(folder, name), released) === "";
  const files = entries.filter((name) => isDocument.test(name) && !isReleased(name)).sort();
  const roots: string[] = [];
  for (const name of files) if (await isRoot(path.join(folder, name))) roots.push(name);
  const usual = (roots.length > 0 ? roots : files).filter((name) => /^openapi\./.test(path.basename(name)));
  const [root, ...others] = usual.length > 0 ? usual : roots;
  if (root !== undefined && others.length === 0) return path.join(folder, root);
  throw new Error(
    root === undefined
      ? `There is no OpenAPI document in ${folder}. Put openapi.yaml there.`
      : `There are several OpenAPI documents in ${folder} (${[root, ...others].join(", ")}). Name one of them openapi.yaml.`,
  );
}

async function isRoot(file: string): Promise<boolean> {
  const text = await readFile(file, "utf8");
  return /^\s*\{?\s*["']?(openapi|swagger)["']?\s*:/m.test(text.slice(0, 10_000));
}

/**
 * Reads a project's document as configured.
 * @throws with advice if there is no document or it can't be read
 */
export async function readProjectSpec(config: DocumentConfig): Promise<Spec> {
  const { overlays = [], include, allowFolders } = config;
  return readSpec(await findSpec(config), { overlays, allowFolders, ...(include && { include }) });
}
