import path from "node:path";
import { configFile } from "../../config/config-schema.ts";
import type { DocumentConfig } from "../../config/define-config.ts";
import type { WatchedDocument } from "./watched-document.ts";

/** Ignores installed packages, hidden folders of tools, and generated files. */
export function isIgnored(folder: string, configs: DocumentConfig[]): boolean {
  const name = path.basename(folder);
  if (name === "node_modules" || name.startsWith(".")) return true;
  return configs.some(({ generated, clientPackage }) =>
    [generated, clientPackage].some((place) => path.resolve(place) === folder),
  );
}

/** Whether a file may affect the generated files: it is part of a document, or may become part of one. */
export function isInput(file: string, documents: WatchedDocument[]): boolean {
  if (path.basename(file) === configFile) return path.dirname(file) === process.cwd();
  if (documents.some(({ inputs }) => inputs().includes(file))) return true;
  if (!/\.(ya?ml|json)$/i.test(file)) return false;
  return documents.some(({ place, inputs }) =>
    [`${place}${path.sep}`, ...inputs().map((one) => path.dirname(one) + path.sep)].some((folder) =>
      file.startsWith(folder),
    ),
  );
}

/** Whether the compiler reads a file. */
export function isCode(file: string, configs: DocumentConfig[]): boolean {
  if (configs.some(({ generated }) => file.startsWith(path.resolve(generated) + path.sep))) return false;
  return /\.[cm]?[jt]sx?$|[\\/](tsconfig[^\\/]*|package)\.json$/.test(file);
}
