import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";

const isDocument = /\.(ya?ml|json)$/;

/**
 * The root of the document in a folder: what `redocly.yaml` names, if it is there; `openapi.yaml` (or `.yml`, `.json`)
 * in `spec/`; or the only file there that says which OpenAPI it is. Throws a sentence that tells what to do.
 * @param project the folder that has `spec/`
 */
export async function specRoot(project = "."): Promise<string> {
  const config = await readFile(path.join(project, "redocly.yaml"), "utf8").catch(() => "{}");
  const named: unknown = parse(config)?.apis?.main?.root;
  if (typeof named === "string" && (await isFile(path.join(project, named))))
    return path.join(project, named);
  return rootIn(path.join(project, "spec"));
}

/** The same for a folder that is nobody's project. */
export async function rootIn(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => isDocument.test(name)).sort();
  const usual = names.find((name) => /^openapi\./.test(name));
  if (usual !== undefined) return path.join(folder, usual);
  const roots: string[] = [];
  for (const name of names) if (await isRoot(path.join(folder, name))) roots.push(name);
  const [only, ...others] = roots;
  if (only !== undefined && others.length === 0) return path.join(folder, only);
  throw new Error(
    only === undefined
      ? `There is no OpenAPI document in ${folder}: put openapi.yaml there.`
      : `There are several OpenAPI documents in ${folder} (${roots.join(", ")}): call the right one openapi.yaml.`,
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
