import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { existingBundle } from "@counterpart/server/document";
import { loadDocument } from "@counterpart/server/read-document";
import { loadDocuments } from "../config/load-config.ts";
import { stubImports } from "../generate/handlers/stubs.ts";
import { emitSupport } from "../generate/handlers/support-files.ts";
import { renderTemplate, writeFiles } from "../new/render-template.ts";

/**
 * Writes the files that this version's `new` would create for the project in the working directory. Skips
 * files that commands regenerate (generated files, stubs, the list of handlers) or npm installs.
 */
export async function renderProject(folder: string): Promise<void> {
  const { name } = JSON.parse(await readFile("package.json", "utf8"));
  const files: Record<string, string> = {};
  for (const [index, config] of (await loadDocuments()).entries()) {
    const document = await loadDocument(await existingBundle(config));
    // `new` creates a project with one document; its owner added the others.
    if (index === 0) {
      const vendor = existsSync("vendor");
      Object.assign(files, await renderTemplate({ ...config, name, title: document.info.title, vendor }));
    }
    const home = path.dirname(config.handlers);
    const support = emitSupport(document, stubImports(config));
    for (const [file, text] of Object.entries(support)) files[path.posix.join(home, file)] = text;
  }
  // The update itself changes what npm installs.
  const { devDependencies: _, ...manifest } = JSON.parse(files["package.json"] ?? "{}");
  files["package.json"] = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFiles(folder, files);
}
