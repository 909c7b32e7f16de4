import type { Locate } from "../findings/locate.ts";
import { getOrMake } from "../get-or-make.ts";
import { escapePointerPart, type RawDocument, unescapePointerPart } from "../references.ts";
import { createFindLine, type FindLine } from "./files/find-line.ts";
import type { SourceFile } from "./files/parse-source.ts";
import type { Origins } from "./origins.ts";

/**
 * Locates parts of the bundled document in the source files. Pointers contain paths without the added base
 * path.
 * @param writtenPath returns a path as spelled in the files
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
    return { pointer, file: source.name, line: findLine(origin.pointer) };
  };
}
