/** The option by which a command is told which of a project's documents it is about. */
export const documentOption = {
  type: "string",
  value: "<name>",
  help: "only the document of this name in the configuration (default: all of them)",
} as const;

/** The same, of a command that also takes a document of no project. */
export const documentOrFileOption = {
  ...documentOption,
  value: "<name or file>",
  help: "only the document of this name in the configuration (default: all of them); or another bundled one, as a .json file",
} as const;

/** Whether the value of such an option is a file. */
export function isDocumentFile(value: string): boolean {
  return /\.json$|[\\/]/.test(value);
}
