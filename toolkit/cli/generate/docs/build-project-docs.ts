import path from "node:path";
import { bundledFile, docsFolder, existingBundle } from "@counterpart/server/document/generated-files";
import type { DocumentConfig } from "../../config/define-config.ts";
import { ConfigFileError, loadDocuments } from "../../config/load-config.ts";
import { clientPackageName } from "../client/client-package-name.ts";
import { buildDocs } from "./build-docs.ts";

/** Builds the reference of a document of the project in the working directory. @returns the files */
export async function buildProjectDocs(config: DocumentConfig): Promise<string[]> {
  const clientPackage = await clientPackageName(config);
  return buildDocs(await existingBundle(config), docsFolder(config), { ...config, clientPackage });
}

/**
 * Does the same for a server that knows only its bundle. Documents outside the project have no extra texts.
 */
export async function buildDocsOf(bundle: string, folder: string): Promise<void> {
  const documents = await loadDocuments().catch((error: unknown) => {
    if (error instanceof ConfigFileError) return [];
    throw error;
  });
  const config = documents.find((one) => path.resolve(bundledFile(one)) === path.resolve(bundle));
  if (config) await buildProjectDocs(config);
  else await buildDocs(bundle, folder, { clientPackage: "client" });
}
