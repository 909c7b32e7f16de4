import { MissingPackage } from "../tools/installed-bin.ts";
import { projectTools } from "../tools/manifest.ts";

/**
 * Formats the error that ended a command: its message if the user can act on it, or its stack if it is a bug.
 */
export function explainFailure(error: unknown, command: string): string {
  if (!(error instanceof Error)) return String(error);
  const missing = error instanceof MissingPackage ? error.packageName : missingTool(error);
  if (missing !== undefined) return installSentence(missing, command);
  // JavaScript's own errors indicate bugs.
  const isBug = [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);
  return isBug ? (error.stack ?? error.message) : error.message;
}

/** The missing package, if it is one of the project's tools. */
function missingTool({ code, message }: Error & { code?: string }): string | undefined {
  if (code !== "ERR_MODULE_NOT_FOUND") return undefined;
  const [, specifier = ""] = /^Cannot find package '([^']+)'/.exec(message) ?? [];
  return Object.keys(projectTools).find((name) => specifier === name || specifier.startsWith(`${name}/`));
}

function installSentence(name: string, command: string): string {
  return `\`counterpart ${command}\` needs ${name}, which isn't installed. Run npm install --save-dev ${name}@${projectTools[name] ?? "latest"}`;
}
