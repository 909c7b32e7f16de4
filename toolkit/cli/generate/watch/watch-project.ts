import { statSync } from "node:fs";
import path from "node:path";
import type { DocumentConfig } from "../../config/define-config.ts";
import { configFile } from "../../config/load-config.ts";
import { selectDocuments } from "../../config/select-documents.ts";
import { createTypeCheck } from "./compiler/type-check.ts";
import { createRunLatest } from "./run-latest.ts";
import { compilerLines } from "./run-text.ts";
import { watchFolders } from "./watch-folders.ts";
import type { WatchedDocument } from "./watched-document.ts";
import { type DocumentRun, watchedDocument } from "./watched-document.ts";

export interface WatchOptions {
  /** Limits the watch to the document of this name. */
  document: string | undefined;
  /** Whether to write one line of JSON per run. */
  json: boolean | undefined;
  output: { write: (text: string) => unknown };
  /** Formats an error for the user. */
  explain: (error: unknown) => string;
  /** Called after a run has written its files and before the type check. @param changed absolute paths */
  onFiles?: (changed: string[]) => void;
}

const waiting = "Waiting for changes.";

/**
 * Generates from a project's documents, and again after every change of a document, the configuration or the
 * code, which is type-checked.
 * @returns a function that ends it gracefully
 * @throws if the configuration is invalid
 */
export async function watchProject(options: WatchOptions): Promise<() => Promise<void>> {
  const { document, json = false, output, explain, onFiles } = options;
  const open = (config: DocumentConfig) => watchedDocument(config, explain);
  const project = process.cwd();
  let configs = await selectDocuments(document);
  let documents = await Promise.all(configs.map(open));
  let version = 0;
  let lastErrors: string | undefined;
  /** Modification times of stubs and handler lists written here; a change with the same time is ignored. */
  const ownWrites = new Map<string, number>();
  let isGenerating = false;
  /** Files that changed while files were written here, possibly by those writes. */
  const meanwhile = new Set<string>();
  const typeCheck = isThere("tsconfig.json") ? createTypeCheck("tsconfig.json") : undefined;

  const runs = createRunLatest(async (changed, signal) => {
    try {
      await run([...changed], signal);
    } catch (error) {
      const message = explain(error);
      print([message, waiting], { error: message });
    }
  });
  const folders = watchFolders(project, {
    isIgnored: (folder) => isIgnored(folder, configs),
    onChange: (file) => {
      if (isInput(file, documents)) runs.request(file);
      else if (isGenerating) meanwhile.add(file);
      else noteCode(file);
    },
  });
  runs.request();
  return async () => {
    folders.close();
    await runs.stop();
    await typeCheck?.close();
  };

  async function run(changed: string[], signal: AbortSignal): Promise<void> {
    const started = performance.now();
    if (changed.includes(path.join(project, configFile))) {
      configs = await selectDocuments(document, ++version);
      documents = await Promise.all(configs.map(open));
    }
    const isFirst = changed.length === 0 || lastErrors === undefined;
    const results =
      isFirst || changed.some((file) => isInput(file, documents)) ? await generate(signal) : new Map();
    if (results === undefined || signal.aborted) return;
    onFiles?.([...changed, ...[...results.values()].flatMap(({ files }) => files.map(absolute))]);
    const seconds = { files: since(started) };
    const isShown = isFirst || results.size > 0;
    if (isShown) printFiles(changed, results);
    const errors = await typeCheck?.check(signal);
    if (typeCheck && errors === undefined) return;
    const text = JSON.stringify(errors ?? []);
    if (!isShown && text === lastErrors) return;
    lastErrors = text;
    const values = [...results].map(([name, { json: value }]) => [name, value] as const);
    print([...(errors ? compilerLines(errors) : [withoutCompiler]), waiting], {
      changed: changed.map(relative),
      ...(values.length > 1 ? { documents: Object.fromEntries(values) } : values[0]?.[1]),
      errors: errors ?? null,
      seconds: { ...seconds, types: since(started) },
    });
  }

  async function generate(signal: AbortSignal): Promise<Map<string, DocumentRun> | undefined> {
    const results = new Map<string, DocumentRun>();
    isGenerating = true;
    for (const one of documents) {
      const result = await one.run(signal);
      if (result === undefined) break;
      results.set(one.name, result);
      for (const file of result.files) ownWrites.set(absolute(file), changedAt(file));
      for (const file of [...one.inputs(), path.join(one.place, "any")]) folders.add(path.dirname(file));
    }
    isGenerating = false;
    for (const file of meanwhile) noteCode(file);
    meanwhile.clear();
    return signal.aborted ? undefined : results;
  }

  function noteCode(file: string): void {
    const isNews = ownWrites.get(file) !== changedAt(file);
    if (isNews && isCode(file, configs)) runs.request(file);
  }

  function printFiles(changed: string[], results: Map<string, DocumentRun>): void {
    if (json) return;
    const lines = [...results].flatMap(([name, { lines: own }]) => {
      const shown = own.length > 0 ? own : ["Everything is up to date."];
      return results.size > 1 ? [`${name}:`, ...shown.map((line) => `  ${line}`)] : shown;
    });
    const cause = changed.length === 0 ? [] : [`\nchanged: ${changed.map(relative).join(", ")}`];
    output.write(`${[...cause, ...lines].join("\n")}\n`);
  }

  function print(lines: string[], value: object): void {
    output.write(json ? `${JSON.stringify(value)}\n` : `${lines.join("\n")}\n`);
  }
}

const withoutCompiler = "There is no tsconfig.json, so the compiler isn't run.";

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** The modification time in milliseconds; 0 for a missing file. */
function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function absolute(file: string): string {
  return path.resolve(file);
}

function relative(file: string): string {
  return path.relative("", file);
}

/** The elapsed seconds, rounded to a tenth. */
function since(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}

/** Ignores installed packages, hidden folders of tools, and generated files. */
function isIgnored(folder: string, configs: DocumentConfig[]): boolean {
  const name = path.basename(folder);
  if (name === "node_modules" || name.startsWith(".")) return true;
  return configs.some(({ generated, clientPackage }) =>
    [generated, clientPackage].some((place) => path.resolve(place) === folder),
  );
}

/** Whether a file may affect the generated files: it is part of a document, or may become part of one. */
function isInput(file: string, documents: WatchedDocument[]): boolean {
  if (path.basename(file) === configFile) return path.dirname(file) === process.cwd();
  if (documents.some(({ inputs }) => inputs().includes(file))) return true;
  if (!/\.(ya?ml|json)$/i.test(file)) return false;
  return documents.some(({ place, inputs }) =>
    [`${place}${path.sep}`, ...inputs().map((one) => path.dirname(one) + path.sep)].some((folder) =>
      file.startsWith(folder),
    ),
  );
}

/** Whether the compiler reads a file. */
function isCode(file: string, configs: DocumentConfig[]): boolean {
  if (configs.some(({ generated }) => file.startsWith(path.resolve(generated) + path.sep))) return false;
  return /\.[cm]?[jt]sx?$|[\\/](tsconfig[^\\/]*|package)\.json$/.test(file);
}
