import { withValue } from "./command.ts";

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

/** Whether the option's value is a file. */
export function isDocumentFile(value: string): boolean {
  return /\.(json|ya?ml)$|[\\/]/.test(value);
}
