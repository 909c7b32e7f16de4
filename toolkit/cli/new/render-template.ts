import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type DocumentFacts, documentEntry } from "./project-config.ts";

/** The values that differ between new projects. */
export interface ProjectFacts extends DocumentFacts {
  /** For package.json. */
  name: string;
  /** The document's title, for the README. */
  title: string;
}

const folder = fileURLToPath(new URL("../template", import.meta.url));

/**
 * Renders the template's files, by path. npm doesn't pack `.npmrc` and `.gitignore`, so the template spells
 * the leading dot as an underscore.
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

/** Fills in placeholders. In code and JSON they are quoted, so quotes in the text are escaped. */
function fill(template: string, name: string, facts: ProjectFacts): string {
  const isQuoted = /\.(ts|json)$/.test(name);
  const text = template.replace('[{ spec: "{{spec}}" }]', () => documentEntry(facts));
  return text.replaceAll(/\{\{(name|title|spec)\}\}/g, (_, key: "name" | "title" | "spec") =>
    isQuoted ? JSON.stringify(facts[key]).slice(1, -1) : facts[key],
  );
}
