import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";

const isDocument = /\.(ya?ml|json)$/;

/** The contracts that were released once (toolkit/commands/release.ts). */
const isReleased = /^released[/\\]/;

/**
 * The root of a project's document: what `redocly.yaml` names, if it is there; or what is found in `spec/`.
 * Throws a sentence that tells what to do.
 */
export async function specRoot(project = "."): Promise<string> {
  const config = await readFile(path.join(project, "redocly.yaml"), "utf8").catch(() => "{}");
  const named: unknown = parse(config)?.apis?.main?.root;
  if (typeof named === "string" && (await isFile(path.join(project, named))))
    return path.join(project, named);
  return rootIn(path.join(project, "spec"));
}

/** The only file below a folder that says which OpenAPI it is; of several the one that is called `openapi`. */
export async function rootIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const files = entries.filter((name) => isDocument.test(name) && !isReleased.test(name)).sort();
  const roots: string[] = [];
  for (const name of files) if (await isRoot(path.join(folder, name))) roots.push(name);
  const usual = roots.filter((name) => /^openapi\./.test(path.basename(name)));
  const [root, ...others] = usual.length > 0 ? usual : roots;
  if (root !== undefined && others.length === 0) return path.join(folder, root);
  throw new Error(
    root === undefined
      ? `There is no OpenAPI document in ${folder}: put openapi.yaml there.`
      : `There are several OpenAPI documents in ${folder} (${[root, ...others].join(", ")}): call one of them openapi.yaml.`,
  );
}

async function isRoot(file: string): Promise<boolean> {
  const text = await readFile(file, "utf8");
  return /^\s*["']?(openapi|swagger)["']?\s*:/m.test(text.slice(0, 10_000));
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
