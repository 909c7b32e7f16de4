import path from "node:path";
import { type Include, mentionsIn, readSpec, type Spec } from "@counterpart/server/source";
import { type Inspection, inspectSpec } from "../inspect/inspect-document.ts";
import { emitLeftOutOverlay } from "./left-out-overlay.ts";

export interface Asked {
  root: string;
  include: Include | undefined;
  allowFolders: string[];
}

/** What a new project needs of its document. */
export interface ReadForProject {
  /** The document's root file. */
  root: string;
  specs: SpecFiles;
  inspection: Inspection;
  /** An overlay that removes everything that can't be served; undefined if everything can. */
  overlay: string | undefined;
}

export async function readForProject({ root, include, allowFolders }: Asked): Promise<ReadForProject> {
  const spec = readSpec(root, { allowFolders, ...(include && { include }) });
  const { leftOut, ...inspection } = await inspectSpec(spec);
  return {
    root,
    specs: specFiles(root, spec),
    inspection,
    overlay: emitLeftOutOverlay(leftOut, spec.writtenPath),
  };
}

interface SpecFiles {
  /** The root's path among the files. */
  root: string;
  /** The document's title; undefined if it has none. */
  title?: string;
  /** Source paths by target path, which is relative to the new folder. */
  files: Map<string, string>;
  /** Corrected texts of files that other tools can't read, by source path. */
  repaired: Map<string, string>;
}

/** A document's root and every file that it refers to, directly or indirectly. */
function specFiles(root: string, { raw, files }: Pick<Spec, "raw" | "files">): SpecFiles {
  const found = new Set(files.map((file) => file.path));
  // Files that examples and extensions refer to are copied as data, and not searched themselves.
  for (const file of files.flatMap(mentionsIn).flatMap((mention) => mention.files)) found.add(file);
  const base = commonFolder([...found]);
  const title: unknown = raw.info?.title;
  return {
    root: relative(base, path.resolve(root)),
    ...(typeof title === "string" && { title }),
    files: new Map([...found].map((file) => [relative(base, file), file])),
    repaired: new Map(
      files.filter(({ original }) => original !== undefined).map((file) => [file.path, file.text]),
    ),
  };
}

function relative(from: string, to: string): string {
  return path.relative(from, to).replaceAll(path.sep, "/");
}

function commonFolder(files: string[]): string {
  const [first = [], ...others] = files.map((file) => path.dirname(file).split(path.sep));
  const differs = first.findIndex((part, at) => others.some((parts) => parts[at] !== part));
  return first.slice(0, differs < 0 ? undefined : differs).join(path.sep) || path.sep;
}
