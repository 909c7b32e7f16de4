import { access } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { configFile, readConfigValue } from "./config-schema.ts";
import type { DocumentConfig } from "./define-config.ts";

/** A project whose configuration can't be used. The message names the file and what to change. */
export class ConfigFileError extends Error {}

/**
 * The documents of a project, with defaults for what their entries leave out; at least one.
 * @param project the folder of `counterpart.config.ts`
 * @throws ConfigFileError when there is no such file, when it can't be loaded, or when it has mistakes
 */
export async function loadDocuments(project = "."): Promise<DocumentConfig[]> {
  const file = path.resolve(project, configFile);
  const { documents, mistakes } = readConfigValue(await importConfig(file));
  if (documents === undefined) {
    throw new ConfigFileError(mistakes.map((mistake) => `${configFile}: ${mistake}`).join("\n"));
  }
  return documents;
}

async function importConfig(file: string): Promise<unknown> {
  await access(file).catch(() => {
    throw new ConfigFileError(
      `There is no ${configFile} in ${path.dirname(file)}. Run the command in a project's folder, or make a project with \`counterpart new\`.`,
    );
  });
  try {
    const module: { default?: unknown } = await import(pathToFileURL(file).href);
    return module.default;
  } catch (error) {
    throw new ConfigFileError(`${configFile} can't be loaded: ${(error as Error).message}`, { cause: error });
  }
}
