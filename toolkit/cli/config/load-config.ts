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
 * @param version another one loads a configuration again that has changed since
 * @throws ConfigFileError when there is no such file, when it can't be loaded, or when it has mistakes
 */
export async function loadDocuments(project = ".", version?: number): Promise<DocumentConfig[]> {
  const file = path.resolve(project, configFile);
  const { documents, mistakes } = readConfigValue(await importConfig(file, version));
  if (documents === undefined) {
    throw new ConfigFileError(mistakes.map((mistake) => `${configFile}: ${mistake}`).join("\n"));
  }
  return documents;
}

async function importConfig(file: string, version: number | undefined): Promise<unknown> {
  await access(file).catch(() => {
    throw new ConfigFileError(
      `There is no ${configFile} in ${path.dirname(file)}. Run the command in a project's folder, or make a project with \`counterpart new\`.`,
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
