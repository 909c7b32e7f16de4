import { writeFile } from "node:fs/promises";
import path from "node:path";
import { withoutOutsideReferences } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import {
  createOwnFolder,
  createSourceFiles,
  refuseOutsideFiles,
  type Spec,
} from "@counterpart/server/source";
import { lintDocument } from "../tools/lint-document.ts";
import { temporaryFolder } from "../tools/temporary-folder.ts";
import type { DocumentConfig } from "./define-config.ts";
import { findSpec, readProjectSpec } from "./find-spec.ts";

/**
 * Lints a project's document as served. Redocly doesn't know overlays and `include`, so it lints their
 * result, and findings are mapped back to the source files.
 */
export async function lintProject(config: DocumentConfig): Promise<Finding[]> {
  if ((config.overlays ?? []).length === 0 && !config.include) {
    const spec = await findSpec(config);
    const root = path.resolve(spec);
    // Redocly follows every reference that it finds.
    const files = createSourceFiles(createOwnFolder(root, config.allowFolders));
    files.read(root);
    refuseOutsideFiles(files);
    return lintDocument(spec);
  }
  return lintSpec(await readProjectSpec(config));
}

/** Lints a document as it was read, and maps findings back to its files. */
export async function lintSpec({ raw, locate }: Pick<Spec, "raw" | "locate">): Promise<Finding[]> {
  await using folder = await temporaryFolder("lint");
  const file = path.join(folder.path, "openapi.json");
  await writeFile(file, JSON.stringify(withoutOutsideReferences(raw)));
  return (await lintDocument(file)).map((finding) => {
    const { file: source = finding.file ?? file, line = 1 } = locate(finding.pointer ?? "#");
    return { ...finding, file: source, line, column: 1 };
  });
}
