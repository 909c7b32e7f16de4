import { UsageError } from "@counterpart/testing/errors";
import type { DocumentConfig } from "./define-config.ts";
import { loadDocuments } from "./load-config.ts";

/**
 * The project's documents, or only the named one.
 * @param version a new number reloads a changed configuration
 * @throws UsageError if no document has this name
 */
export async function selectDocuments(name?: string, version?: number): Promise<DocumentConfig[]> {
  const documents = await loadDocuments(".", version);
  if (name === undefined) return documents;
  const found = documents.find((one) => one.name === name);
  if (found) return [found];
  throw new UsageError(`The configuration has no document "${name}"; it has ${namesOf(documents)}.`);
}

/**
 * The named document, or the project's only one.
 * @param option the option that needs a single document, such as `--out`
 * @throws UsageError if there are several
 */
export async function selectDocument(name: string | undefined, option: string): Promise<DocumentConfig> {
  const [document, ...others] = await selectDocuments(name);
  if (document !== undefined && others.length === 0) return document;
  const names = namesOf(await loadDocuments());
  throw new UsageError(`${option} applies to one document. Name it with --document: ${names}.`);
}

function namesOf(documents: DocumentConfig[]): string {
  return documents.map(({ name }) => name).join(", ");
}
