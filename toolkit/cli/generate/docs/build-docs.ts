import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  type ApiDocument,
  bundledFile,
  docsFiles,
  docsFolder,
  existingBundle,
} from "@counterpart/server/document";
import { loadDocument } from "@counterpart/server/read-document";
import { yamlText } from "@counterpart/server/source";
import { changelogText } from "../../compare/changelog/changelog.ts";
import type { DocumentConfig } from "../../config/define-config.ts";
import { ConfigFileError, loadDocuments } from "../../config/load-config.ts";
import { clientPackageName } from "../client/client-package-name.ts";
import { llmsText } from "./llms-text.ts";
import { type ReferenceTexts, referenceOf } from "./reference-document.ts";
import { buildPage } from "./reference-page.ts";

/** The project's additions to the reference of a document. */
export interface DocsSources extends Partial<Pick<DocumentConfig, "guides" | "released">> {
  /** The name of the typed client's package. */
  clientPackage: string;
  /** Whether a server of the document serves the page, which then names its own address. */
  isServed?: boolean;
}

/**
 * Builds the reference: the page, `llms.txt`, and the document in JSON and YAML for download.
 * @param folder where the files are written
 * @returns the files
 */
export async function buildDocs(
  document: ApiDocument,
  folder: string,
  sources: DocsSources,
): Promise<string[]> {
  const { released } = sources;
  const changes = released === undefined ? undefined : await changelogText(document, released);
  const texts: ReferenceTexts = {
    guides: await Promise.all((sources.guides ?? []).map(readGuide)),
    ...(changes !== undefined && { changes }),
    clientPackage: sources.clientPackage,
    isServed: sources.isServed ?? false,
  };
  const reference = referenceOf(document, texts);
  await mkdir(folder, { recursive: true });
  const at = (name: string) => path.join(folder, name);
  await writeFile(at(docsFiles.json), `${JSON.stringify(document.source, null, 2)}\n`);
  const yaml = yamlText(document.source);
  await writeFile(at(docsFiles.yaml), yaml);
  await writeFile(at(docsFiles.llms), llmsText(document, reference));
  // The page comes last: the server expects it to be the newest file.
  await buildPage(reference.page, at(docsFiles.page));
  return Object.values(docsFiles).map(at);
}

async function readGuide(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new Error(`There is no ${file}, a guide in counterpart.config.ts.`, { cause });
  });
  if (!text.startsWith("# "))
    throw new Error(`${file} must begin with a heading, \`# …\`: it becomes a section.`);
  return text;
}

/**
 * Builds the reference of a document of the project in the working directory, by default for its server.
 * @returns the files
 */
export async function buildProjectDocs(
  config: DocumentConfig,
  { folder = docsFolder(config), isServed = true } = {},
): Promise<string[]> {
  const clientPackage = await clientPackageName(config);
  const document = await loadDocument(await existingBundle(config));
  return buildDocs(document, folder, { ...config, clientPackage, isServed });
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
  else await buildDocs(await loadDocument(bundle), folder, { clientPackage: "client", isServed: true });
}
