/** Selects one of the project's documents. */
export const documentOption = {
  type: "string",
  value: "<name>",
  help: "only the document of this name in the configuration (default: all of them)",
} as const;

/** The same for commands that also take a document outside of a project. */
export const documentOrFileOption = {
  ...documentOption,
  value: "<name or file>",
  help: "only the document of this name in the configuration (default: all of them); or another bundled one, as a .json file",
} as const;

/** Whether the value of such an option is a file. */
export function isDocumentFile(value: string): boolean {
  return /\.json$|[\\/]/.test(value);
}
