import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { DocumentConfig } from "../config/define-config.ts";

/** The values that differ between new projects. */
export interface ProjectFacts extends DocumentFacts {
  /** For package.json. */
  name: string;
  /** The document's title, for the README. */
  title: string;
  /** Whether the project has a folder `vendor/`, which its image needs. */
  vendor: boolean;
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
  const text = template
    .replace('[{ spec: "{{spec}}" }]', () => documentEntry(facts))
    .replaceAll(facts.vendor ? "" : "COPY vendor ./vendor\n", "");
  return text.replaceAll(/\{\{(name|title|spec)\}\}/g, (_, key: "name" | "title" | "spec") =>
    isQuoted ? JSON.stringify(facts[key]).slice(1, -1) : facts[key],
  );
}

/** The parts of a new project's configuration that depend on the document. */
type DocumentFacts = Pick<DocumentConfig, "spec" | "overlays" | "include">;

/** A document's entry in the configuration, as code. */
export function documentEntry({ spec, overlays = [], include = {} }: DocumentFacts): string {
  const parts = Object.entries(include).map(([key, values]) => `${key}: ${listText(values)}`);
  const lines = [
    `spec: ${JSON.stringify(spec)}`,
    ...(overlays.length > 0 ? [`overlays: ${listText(overlays)}`] : []),
    ...(parts.length > 0 ? [`include: { ${parts.join(", ")} }`] : []),
  ];
  const [only = "", ...others] = lines;
  if (others.length === 0) return `[{ ${only} }]`;
  return `[\n    {\n${lines.map((line) => `      ${line},\n`).join("")}    },\n  ]`;
}

function listText(values: string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
}

/** Writes texts by their paths below a folder. */
export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
