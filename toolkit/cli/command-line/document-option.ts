import { statSync } from "node:fs";
import { UsageError } from "@counterpart/testing/errors";
import { repeatable, withValue } from "./command.ts";

/** The option that selects one of the project's documents. */
export const documentOption = withValue(
  "<name>",
  "only the document with this name in the configuration (default: all)",
);

/** For commands that also accept a document outside a project. */
export const documentOrFileOption = {
  ...documentOption,
  value: "<name or file>",
  help: "only the document with this name in the configuration (default: all); or the file of any document",
} as const;

/** The option that lets a document outside a project refer to files in further folders. */
export const allowFolderOption = repeatable(
  "<folder>",
  "let the document refer to files in this folder; it may always refer to its own; can be repeated",
);

/**
 * The folders of `--allow-folder`.
 * @param spec the document outside a project
 * @throws UsageError if there is no such folder, or no such document
 */
export function allowedFolders(folders: string[] = [], spec: string | undefined): string[] {
  const missing = folders.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (missing !== undefined) throw new UsageError(`--allow-folder takes a folder, and ${missing} isn't one.`);
  if (folders.length > 0 && spec === undefined) {
    throw new UsageError(
      "--allow-folder needs --spec. For a project's document, list the folder in `allowFolders` of counterpart.config.ts.",
    );
  }
  return folders;
}

/** Whether the option's value is a file. */
export function isDocumentFile(value: string): boolean {
  return /\.(json|ya?ml)$|[\\/]/.test(value);
}
