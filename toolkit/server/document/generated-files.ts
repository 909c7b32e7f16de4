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

/**
 * Returns the path of the bundled document.
 * @throws if it doesn't exist; the message explains how to generate it
 */
export async function existingBundle(config: Place): Promise<string> {
  const file = bundledFile(config);
  await access(file).catch((cause) => {
    throw new Error(`There is no ${file}. \`counterpart generate\` writes it.`, { cause });
  });
  return file;
}

/** The API reference. */
export function docsFolder({ generated }: Place): string {
  return path.join(generated, "docs");
}

/** The files of the API reference: the page and the files it links to. */
export const docsFiles = {
  page: "index.html",
  json: "openapi.json",
  yaml: "openapi.yaml",
  llms: "llms.txt",
} as const;

/** The folder of the contract coverage report and the data it is based on. */
export function coverageFolder({ generated }: Place): string {
  return path.join(generated, "coverage");
}
