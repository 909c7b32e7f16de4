import { statSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { CompilerError } from "./compiler-error.ts";

/** Undefined when it was cancelled. */
export type TypeCheck = (isCancelled: () => boolean) => CompilerError[] | undefined;

/**
 * The compiler's errors of a project, as `tsc` lists them. Between the calls it keeps what it knows of files that haven't
 * changed, and only looks again at those that have, and at what depends on them.
 * @param configFile the project's tsconfig.json
 */
export function createTypeCheck(configFile: string): TypeCheck {
  const project = path.dirname(path.resolve(configFile));
  let known: Known | undefined;

  return (isCancelled) => {
    const { options, fileNames, errors } = readConfig(configFile, project);
    if (known === undefined || JSON.stringify(known.options) !== JSON.stringify(options)) {
      known = { options, host: createCachingHost(options) };
    }
    const builder = ts.createSemanticDiagnosticsBuilderProgram(
      fileNames,
      options,
      known.host,
      known.builder,
      errors,
    );
    known.builder = builder;
    while (builder.getSemanticDiagnosticsOfNextAffectedFile()) if (isCancelled()) return undefined;
    const diagnostics = [
      ...builder.getConfigFileParsingDiagnostics(),
      ...builder.getOptionsDiagnostics(),
      ...builder.getGlobalDiagnostics(),
      ...builder.getSyntacticDiagnostics(),
      ...builder.getSemanticDiagnostics(),
    ];
    return ts
      .sortAndDeduplicateDiagnostics(diagnostics)
      .map((diagnostic) => compilerError(diagnostic, project));
  };
}

interface Known {
  options: ts.CompilerOptions;
  host: ts.CompilerHost;
  builder?: ts.SemanticDiagnosticsBuilderProgram;
}

function readConfig(configFile: string, project: string): ts.ParsedCommandLine {
  const { config, error } = ts.readConfigFile(configFile, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, project, {}, configFile);
  return error ? { ...parsed, errors: [error] } : parsed;
}

/** Gives the same object for a file that is the same, by which the compiler knows that it needn't look at it again. */
function createCachingHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createIncrementalCompilerHost(options);
  const read = host.getSourceFile;
  const files = new Map<string, { stamp: string; source: ts.SourceFile | undefined }>();
  host.getSourceFile = (name, ...rest) => {
    const found = statSync(name, { throwIfNoEntry: false });
    if (!found) return undefined;
    const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
    const cached = files.get(name);
    if (cached?.stamp === stamp) return cached.source;
    const source = read(name, ...rest);
    files.set(name, { stamp, source });
    return source;
  };
  return host;
}

function compilerError(
  { file, start = 0, messageText, code }: ts.Diagnostic,
  project: string,
): CompilerError {
  const error = { code: `TS${code}`, message: ts.flattenDiagnosticMessageText(messageText, "\n") };
  if (!file) return error;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return { file: path.relative(project, file.fileName), line: line + 1, column: character + 1, ...error };
}
