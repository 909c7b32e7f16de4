import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isContainer } from "../../references.ts";
import { type Place, pointerOf } from "../../walk.ts";
import { createFindLine } from "../files/find-line.ts";
import type { SourceFile } from "../files/parse-source.ts";
import { createSourceFiles, isFault, type SourceFiles } from "../files/source-files.ts";
import { unreadable } from "../unreadable-spec.ts";
import { filePath } from "./resolve-reference.ts";

/** A reference in a file, in data too, where OpenAPI has none but other tools follow it. */
interface Mention {
  reference: string;
  pointer: string;
  /** The existing files that it may mean: it is a path to some tools and a URL to others. */
  files: string[];
}

/** All references of a file to existing files: `$ref`, `externalValue` and those of a discriminator. */
export function mentionsIn({ value, path: from }: Pick<SourceFile, "value" | "path">): Mention[] {
  const mentions: Mention[] = [];
  // Aliases repeat nodes.
  const seen = new Set<object>();
  const visit = (node: Record<string, unknown>, within: Place, isMapping: boolean): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const key of Object.keys(node)) {
      const member = node[key];
      if (isContainer(member)) visit(member, { key, within }, key === "mapping");
      else if (typeof member === "string" && (isMapping || key === "$ref" || key === "externalValue")) {
        const files = filesNamed(member, from);
        if (files.length > 0)
          mentions.push({ reference: member, pointer: pointerOf({ key, within }), files });
      }
    }
  };
  if (isContainer(value)) visit(value, undefined, false);
  return mentions;
}

/**
 * Refuses a document that mentions a file outside its folder, even where this reader doesn't follow it.
 * @throws UnreadableSpec
 */
export function refuseOutsideFiles({ all, ownFolder }: SourceFiles): void {
  const mentioned = createSourceFiles(ownFolder);
  const waiting = all();
  const seen = new Set(waiting.map((file) => file.path));
  for (const source of waiting) {
    for (const { reference, pointer, files } of mentionsIn(source)) {
      for (const file of files) {
        if (!ownFolder.contains(file)) {
          const place = { file: source.name, line: createFindLine(source)(pointer) };
          throw unreadable(place, ownFolder.refusal(reference, file));
        }
        if (seen.has(file) || !/\.(ya?ml|json)$/i.test(file)) continue;
        seen.add(file);
        const next = mentioned.read(file);
        if (!isFault(next)) waiting.push(next);
      }
    }
  }
}

function filesNamed(reference: string, from: string): string[] {
  if (reference.startsWith("#") || /^(?!file:)[a-z][a-z0-9+.-]+:/i.test(reference)) return [];
  // To some tools, only `#/` ends the name of a file.
  const [longest = "", shortest = ""] = ["#/", "#"].map((end) => reference.split(end)[0]);
  const named = [longest, shortest].map((name) => path.resolve(path.dirname(from), name));
  const files = new Set([...named, filePath(shortest, pathToFileURL(from))]);
  return [...files].filter((file) => file !== undefined).filter(isFile);
}

function isFile(file: string): boolean {
  return existsSync(file) && !statSync(file).isDirectory();
}
