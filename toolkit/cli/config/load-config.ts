import { access } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { DocumentConfig } from "./define-config.ts";

export const configFile = "counterpart.config.ts";

/** The project's configuration is invalid. The message names the file and the fix. */
export class ConfigFileError extends Error {}

/** The folder isn't a project's. */
export class MissingConfig extends ConfigFileError {}

/**
 * Loads the documents of a project, with defaults; at least one.
 * @param project the folder of `counterpart.config.ts`
 * @param version a new number reloads a changed configuration
 * @throws ConfigFileError if the file is missing, can't be loaded or has mistakes
 */
export async function loadDocuments(project = ".", version?: number): Promise<DocumentConfig[]> {
  const file = path.resolve(project, configFile);
  const value = await importConfig(file, version);
  // Commands outside a project start without zod.
  const { readConfigValue } = await import("./config-schema.ts");
  const { documents, mistakes } = readConfigValue(value);
  if (documents === undefined) {
    throw new ConfigFileError(mistakes.map((mistake) => `${configFile}: ${mistake}`).join("\n"));
  }
  return documents;
}

async function importConfig(file: string, version: number | undefined): Promise<unknown> {
  await access(file).catch(() => {
    throw new MissingConfig(
      `There is no ${configFile} in ${path.dirname(file)}, so it isn't a project's folder: \`counterpart new\` creates a project.`,
    );
  });
  try {
    const url = pathToFileURL(file);
    if (version !== undefined) url.searchParams.set("version", String(version));
    const module: { default?: unknown } = await import(url.href);
    return module.default;
  } catch (error) {
    throw new ConfigFileError(`${configFile} can't be loaded: ${(error as Error).message}`, { cause: error });
  }
}
