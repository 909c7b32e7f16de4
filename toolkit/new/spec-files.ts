import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";

export interface SpecFiles {
  /** The root's place among the files. */
  root: string;
  /** Where each file goes, below the new folder → where it is. */
  files: Map<string, string>;
}

/** A document's root and every file that it refers to, through others too. Throws when one isn't there. */
export async function specFiles(root: string): Promise<SpecFiles> {
  const found = new Set<string>();
  await follow(path.resolve(root), found);
  const base = commonFolder([...found]);
  const files = new Map(
    [...found].map((file) => [path.relative(base, file).replaceAll(path.sep, "/"), file]),
  );
  return { root: path.relative(base, path.resolve(root)).replaceAll(path.sep, "/"), files };
}

async function follow(file: string, found: Set<string>): Promise<void> {
  if (found.has(file)) return;
  found.add(file);
  const text = await readFile(file, "utf8");
  if (!/\.(ya?ml|json)$/i.test(file)) return;
  for (const reference of references(parse(text))) {
    const [place = ""] = reference.split("#");
    // Whatever has a scheme is on the network, where the bundler finds it too.
    if (place === "" || /^[a-z][a-z0-9+.-]+:/i.test(place)) continue;
    await follow(path.resolve(path.dirname(file), decodeURI(place)), found);
  }
}

function references(node: unknown): string[] {
  if (node === null || typeof node !== "object") return [];
  const own = Object.entries(node).flatMap(([key, value]) => {
    if (key === "$ref" || key === "externalValue") return typeof value === "string" ? [value] : [];
    if (key === "mapping") return Object.values(value ?? {}).filter(isFileName);
    return [];
  });
  return [...own, ...Object.values(node).flatMap(references)];
}

/** A discriminator's mapping may also give the names of schemas. */
function isFileName(value: unknown): value is string {
  return typeof value === "string" && /\.(ya?ml|json)(#|$)/i.test(value);
}

function commonFolder(files: string[]): string {
  const [first = [], ...others] = files.map((file) => path.dirname(file).split(path.sep));
  const differs = first.findIndex((part, at) => others.some((parts) => parts[at] !== part));
  return first.slice(0, differs < 0 ? undefined : differs).join(path.sep) || path.sep;
}
