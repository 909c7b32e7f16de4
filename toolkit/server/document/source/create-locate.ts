import type { Locate } from "../findings/locate.ts";
import { getOrMake } from "../get-or-make.ts";
import { escapePointerPart, type RawDocument, unescapePointerPart } from "../references.ts";
import { createFindLine, type FindLine } from "./files/find-line.ts";
import type { SourceFile } from "./files/parse-source.ts";
import { displayName } from "./files/source-files.ts";
import type { Origins } from "./origins.ts";

/**
 * Finds the file and the line of what a document in one piece has, and its pointer without what was put before its path.
 * @param writtenPath a path as the files have it
 */
export function createLocate({
  raw,
  origins,
  files,
  writtenPath,
}: {
  raw: RawDocument;
  origins: Origins;
  files: SourceFile[];
  writtenPath: (path: string) => string;
}): Locate {
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
    return { pointer, file: displayName(origin.file), line: findLine(origin.pointer) };
  };
}
