import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** What differs between two new projects. */
export interface ProjectFacts {
  /** For package.json. */
  name: string;
  /** The document's title, for the README. */
  title: string;
  /** The root of the document, as a path in the project. */
  spec: string;
}

const folder = fileURLToPath(new URL("../template", import.meta.url));

/**
 * The files of the template for a project, by path. npm packs no `.npmrc` and no `.gitignore`, so that the template
 * has an underscore where such a name begins with a dot.
 */
export async function renderTemplate(facts: ProjectFacts): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).replaceAll(path.sep, "/");
    files[name.replace(/^_/, ".")] = fill(await readFile(file, "utf8"), name, facts);
  }
  return files;
}

/** Code and JSON have the placeholders within quotes, where a quote of the text itself would end it. */
function fill(text: string, name: string, facts: ProjectFacts): string {
  const isQuoted = /\.(ts|json)$/.test(name);
  return text.replaceAll(/\{\{(name|title|spec)\}\}/g, (_, key: keyof ProjectFacts) =>
    isQuoted ? JSON.stringify(facts[key]).slice(1, -1) : facts[key],
  );
}
