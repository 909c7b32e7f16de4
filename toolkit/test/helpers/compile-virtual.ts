import path from "node:path";
import { fileURLToPath } from "node:url";
// TypeScript 7 has no API.
import ts from "typescript-6";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** An error of the compiler. */
export interface Complaint {
  file: string;
  /** From 0. */
  line: number;
  text: string;
}

/** The parsed files on disk. The compiler's libraries take longest, and they don't change during a run. */
const parsed = new Map<string, ts.SourceFile>();

/**
 * The compiler's errors, with the project's settings, for virtual files and for files on disk.
 * @param virtual texts by absolute path; packages are resolved from there as from any file
 */
export function compileVirtual(virtual: Map<string, string>, real: string[] = []): Complaint[] {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, directoryExists } = host;
  const folders = new Set([...virtual.keys()].map((name) => path.dirname(name)));
  host.fileExists = (name) => virtual.has(name) || fileExists(name);
  host.readFile = (name) => virtual.get(name) ?? readFile(name);
  host.directoryExists = (name) => folders.has(name) || (directoryExists?.(name) ?? false);
  host.getSourceFile = (name, target) => {
    const known = virtual.has(name) ? undefined : parsed.get(name);
    if (known) return known;
    const text = host.readFile(name);
    if (text === undefined) return undefined;
    const file = ts.createSourceFile(name, text, target);
    if (!virtual.has(name)) parsed.set(name, file);
    return file;
  };
  const names = [...virtual.keys(), ...real];
  const program = ts.createProgram(names, options, host);
  return names.flatMap((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ file, start = 0, messageText }) => ({
        file: file?.fileName ?? "",
        line: file?.getLineAndCharacterOfPosition(start).line ?? 0,
        text: inOrder(ts.flattenDiagnosticMessageText(messageText, "\n")),
      })),
  );
}

/** The compiler lists the statuses of a union in the order in which it first met them. */
function inOrder(message: string): string {
  return message.replace(/\d{3}( \| \d{3})+/g, (statuses) => statuses.split(" | ").sort().join(" | "));
}
