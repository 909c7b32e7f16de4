import path from "node:path";
import type { Finding } from "../findings/finding.ts";
import type { Locate } from "../findings/locate.ts";
import { getOrMake } from "../get-or-make.ts";
import { escapePointerPart, type RawDocument, unescapePointerPart } from "../references.ts";
import { isObject, objectIn } from "../walk.ts";
import { moveBasePaths } from "./base-path.ts";
import { bundleDocument } from "./bundle/bundle-document.ts";
import { checkRoot } from "./check-root.ts";
import { createFindLine, type FindLine } from "./files/find-line.ts";
import { createOwnFolder, type OwnFolder } from "./files/own-folder.ts";
import type { SourceFile } from "./files/parse-source.ts";
import { createSourceFiles, isFault, type RemoteFiles } from "./files/source-files.ts";
import type { Storage } from "./files/storage.ts";
import { type Include, keepIncluded } from "./include/keep-included.ts";
import { nameOperations } from "./name-operations.ts";
import type { Origins } from "./origins.ts";
import { applyOverlay } from "./overlays/apply-overlay.ts";
import { refuseOutsideFiles } from "./references/mentioned-files.ts";
import { findingsOf } from "./remarks.ts";
import { unreadable } from "./unreadable-spec.ts";

/** A document that was read from its files. */
export interface Spec {
  /**
   * The bundled, normalized document: path items are inlined, every operation has an operationId, and the
   * paths include the servers' base path. Broken references are left as written.
   */
  raw: RawDocument;
  /** A path as spelled in the files, without the base path of its servers. */
  writtenPath: (path: string) => string;
  /** All files read, the root first. */
  files: SourceFile[];
  /** Findings of reading, including an error for each broken reference. */
  notes: Finding[];
  /** Locates parts of the document in the source files. Parses a file again on first use. */
  locate: Locate;
}

interface ReadOptions {
  /** Overlays to apply in order, relative to the working directory. */
  overlays?: string[];
  /** The part of the document to read, after overlays are applied. Default: all of it. */
  include?: Include;
  /** Folders outside the root's that the document may refer to, relative to the working directory. */
  allowFolders?: string[];
  /** Where the files are, if not on this machine; `root` is absolute there. */
  elsewhere?: { storage: Storage; ownFolder: OwnFolder; remote?: RemoteFiles };
}

/**
 * Reads a document of one or more files in YAML or JSON.
 * @param root the root file, relative to the working directory
 * @throws UnreadableSpec
 */
export function readSpec(
  root: string,
  { overlays = [], include, allowFolders = [], elsewhere }: ReadOptions = {},
): Spec {
  const files = createSourceFiles(
    elsewhere?.ownFolder ?? createOwnFolder(path.resolve(root), allowFolders),
    elsewhere?.storage,
    elsewhere?.remote,
  );
  const file = files.read(path.resolve(root));
  const name = files.name(path.resolve(root));
  if (isFault(file)) throw unreadable({ file: name, ...file }, file.message);
  const checked = checkRoot(file);
  if ("fault" in checked) throw unreadable({ file: name, line: checked.fault.line }, checked.fault.message);
  file.warnings.push(...checked.warnings);
  const { raw, origins, remarks } = bundleDocument(file, checked.version, files);
  raw.paths ??= {};
  const notes: Finding[] = overlays.flatMap((overlay) =>
    applyOverlay(raw, path.resolve(overlay), { files, origins }),
  );
  // Elsewhere, nothing outside can be read.
  if (!elsewhere) refuseOutsideFiles(files);
  const missing = include ? keepIncluded(raw, include) : [];
  if (missing.length > 0) throw unreadable({ file: name }, missing.join(" "));
  if (raw.components) delete raw.components.pathItems;
  nameOperations(raw, origins, remarks);
  origins.keepMembers(raw, "#/paths");
  notes.push(...noteServerVariables(raw));
  const moved = moveBasePaths(raw, origins);
  notes.push(...moved.notes);
  if (Object.keys(raw.paths).length === 0) {
    const message = "The document has no paths, so there is nothing to serve.";
    notes.push({ severity: "info", pointer: "#/paths", message });
  }
  const read = { raw, writtenPath: moved.writtenPath, files: files.all() };
  return {
    ...read,
    notes: [...read.files.flatMap(warningsOf), ...notes, ...findingsOf(raw, remarks)],
    locate: createLocate(read, origins),
  };
}

/** Pointers contain paths without the added base path. */
function createLocate(
  { raw, files, writtenPath }: Pick<Spec, "raw" | "files" | "writtenPath">,
  origins: Origins,
): Locate {
  const sources = new Map(files.map((file) => [file.path, file]));
  const known = new Map<string, FindLine>();
  return (given) => {
    const pointer = given.replace(
      /^(#\/paths)(\/[^/]+)/,
      (_, paths, path) => `${paths}/${escapePointerPart(writtenPath(unescapePointerPart(path.slice(1))))}`,
    );
    const origin = origins.find(raw, given);
    const source = sources.get(origin?.file ?? "");
    if (origin === undefined || source === undefined) return { pointer };
    const findLine = getOrMake(known, origin.file, () => createFindLine(source));
    return { pointer, file: source.name, line: findLine(origin.pointer) };
  };
}

function warningsOf({ name, warnings }: SourceFile): Finding[] {
  return warnings.map(({ line, message }) => ({
    severity: "warning",
    pointer: "#",
    file: name,
    line,
    message,
  }));
}

/** Reports server variables of the document whose default isn't one of their values. */
function noteServerVariables({ servers }: RawDocument): Finding[] {
  const all: unknown[] = Array.isArray(servers) ? servers : [];
  return all.flatMap((server, index) =>
    Object.entries(isObject(server) && objectIn(server.variables)).flatMap(([, variable]): Finding[] => {
      if (!isObject(variable) || !Array.isArray(variable.enum)) return [];
      if (variable.enum.includes(variable.default)) return [];
      const message = "`enum` should list the values of a server's variable, including its `default`.";
      return [{ severity: "warning", pointer: `#/servers/${index}`, message }];
    }),
  );
}
