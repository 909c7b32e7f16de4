import { access } from "node:fs/promises";
import path from "node:path";

/** The folder that `counterpart generate` writes for a document. */
interface Place {
  generated: string;
}

/** The bundled document. */
export function bundledFile({ generated }: Place): string {
  return path.join(generated, "openapi.json");
}

/** The bundled document, which must be there. Throws a sentence that tells how to write it. */
export async function existingBundle(config: Place): Promise<string> {
  const file = bundledFile(config);
  await access(file).catch((cause) => {
    throw new Error(`There is no ${file}. \`counterpart generate\` writes it.`, { cause });
  });
  return file;
}

/** The reference: the page and what it links to. */
export function docsFolder({ generated }: Place): string {
  return path.join(generated, "docs");
}

/** The files of the reference: the page and its neighbours, to which it links. */
export const docsFiles = {
  page: "index.html",
  json: "openapi.json",
  yaml: "openapi.yaml",
  llms: "llms.txt",
} as const;

/** The report of the contract's coverage, and the record that it is made of. */
export function coverageFolder({ generated }: Place): string {
  return path.join(generated, "coverage");
}
