import { stat } from "node:fs/promises";
import path from "node:path";
import { createOwnFolder, disk, readSpec, type Spec } from "@counterpart/server/source";
import { UsageError } from "@counterpart/testing/errors";
import type { DocumentConfig } from "../../config/define-config.ts";
import { readProjectSpec, rootIn } from "../../config/find-spec.ts";
import { MissingConfig } from "../../config/load-config.ts";
import { selectDocuments } from "../../config/select-documents.ts";
import { repeatable, type Terminal, type Values, withValue } from "../command.ts";
import { allowedFolders, allowFolderOption } from "../document-option.ts";
import { needFile } from "../option-values.ts";
import type { DocumentPlace } from "./elsewhere.ts";
import { gitPlace } from "./git-place.ts";
import { urlPlace } from "./url-place.ts";

/** The options that name a document, the same for all commands. */
export const givenOptions = {
  spec: withValue("<document>", "the document, instead of the first argument"),
  overlay: repeatable("<file>", "an OpenAPI Overlay to apply to the document; can be repeated"),
  "include-tag": repeatable(
    "<tag>",
    "only operations with this tag; can be repeated, and combined with --include-path",
  ),
  "include-path": repeatable(
    "<path>",
    "only operations at this path, or with this prefix: '/users*'; can be repeated",
  ),
  "allow-folder": allowFolderOption,
} as const;

/** For the help of commands that take a document. */
export const placesText = `<document> is a file in YAML or JSON, or a folder that contains it; an http(s) address; a file in git, such as
main:openapi.yaml; or - for standard input.`;

type GivenOptions = Values<typeof givenOptions>;

/** A document that was named on the command line. */
export interface GivenDocument {
  /** For messages. */
  name: string;
  /** The root file, if it is on this machine and is the whole document. */
  file?: string;
  /** Reads the document, again with each call. */
  read: () => Promise<Spec>;
}

interface Arguments {
  positionals: string[];
  options: GivenOptions & { document?: string };
  terminal: Terminal;
}

/**
 * The document named by the first argument or `--spec`; undefined if there is none.
 * @throws UsageError if there are several, or none that an option could apply to
 */
export async function givenDocument({
  positionals,
  options,
  terminal,
}: Arguments): Promise<GivenDocument | undefined> {
  const [given, ...others] = [...positionals, ...(options.spec === undefined ? [] : [options.spec])];
  if (others.length > 0) throw new UsageError(`Name one document, not ${[given, ...others].join(" and ")}.`);
  if (given !== undefined && options.document !== undefined) {
    throw new UsageError(`--document names a document of the project, and ${given} is another one.`);
  }
  const allowFolders = allowedFolders(options["allow-folder"], given);
  if (given !== undefined) return openDocument(given, { ...options, "allow-folder": allowFolders }, terminal);
  const unused = (["overlay", "include-tag", "include-path"] as const).find((name) => options[name]);
  if (unused !== undefined) {
    throw new UsageError(
      `--${unused} needs a document. For a project's document, use \`${unused === "overlay" ? "overlays" : "include"}\` of counterpart.config.ts.`,
    );
  }
  return undefined;
}

/** The document at a place, read with these options. */
export async function openDocument(
  given: string,
  options: GivenOptions,
  terminal: Terminal,
): Promise<GivenDocument> {
  const {
    overlay: overlays = [],
    "include-tag": tags,
    "include-path": paths,
    "allow-folder": folders,
  } = options;
  for (const file of overlays) await needFile(file);
  const include = (tags || paths) && { ...(tags && { tags }), ...(paths && { paths }) };
  const place = await placeOf(given, terminal.stdin ?? process.stdin);
  return {
    name: place.name,
    ...(place.file !== undefined && overlays.length === 0 && !include && { file: place.file }),
    read: () => place.read({ overlays, allowFolders: folders ?? [], ...(include && { include }) }),
  };
}

/**
 * As `givenDocument`, for commands that need one.
 * @throws UsageError if none was named
 */
export async function neededDocument(given: Arguments): Promise<GivenDocument> {
  const document = await givenDocument(given);
  if (!document) throw new UsageError("Name one OpenAPI document, such as openapi.yaml.");
  return document;
}

/** A document of a command that works with and without a project. */
export interface Selected extends GivenDocument {
  /** Undefined for a document outside a project. */
  config?: DocumentConfig;
}

/** The document that was named, or else the project's documents. */
export async function selectedDocuments(command: string, given: Arguments): Promise<Selected[]> {
  const document = await givenDocument(given);
  if (document) return [document];
  const configs = await orNameDocument(command, selectDocuments(given.options.document));
  return configs.map((config) => ({ name: config.name, config, read: () => readProjectSpec(config) }));
}

/** Explains outside a project that a document can be named. */
export async function orNameDocument<T>(command: string, documents: Promise<T>): Promise<T> {
  return documents.catch((error: unknown) => {
    if (!(error instanceof MissingConfig)) throw error;
    throw new UsageError(
      `Name the OpenAPI document, as in \`counterpart ${command} openapi.yaml\`. Only in a project's folder, with a counterpart.config.ts, it may be left out.`,
    );
  });
}

/** What a command says about the operations that can't be served. @param name of the document */
export function leftOutText(name: string, count: number): string {
  if (count === 0) return "";
  const what = count === 1 ? "One operation is" : `${count} operations are`;
  return `${what} left out. \`counterpart inspect ${name}\` reports why.\n`;
}

/**
 * Finds a document by what was typed: a file, a folder that contains one, an http(s) address, a place in git, or
 * `-` for standard input.
 * @throws UsageError if there is none
 */
async function placeOf(given: string, stdin: AsyncIterable<unknown>): Promise<DocumentPlace> {
  if (given === "-") return standardInput(stdin);
  if (/^https?:\/\//i.test(given)) return urlPlace(given);
  const found = await stat(given).catch(() => undefined);
  if (found) {
    const file = found.isDirectory() ? await rootIn(given) : given;
    return { name: file, file, read: async (options) => readSpec(file, options) };
  }
  const inGit = gitPlace(given);
  if (inGit) return inGit;
  throw new UsageError(`${given} doesn't exist.`);
}

/** Its references are relative to the working directory. */
async function standardInput(stdin: AsyncIterable<unknown>): Promise<DocumentPlace> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as string));
  const text = Buffer.concat(chunks).toString();
  const root = path.resolve("<stdin>");
  const storage = { ...disk, read: (file: string) => (file === root ? text : disk.read(file)) };
  return {
    name: "<stdin>",
    read: async ({ allowFolders, ...options }) =>
      readSpec(root, { ...options, elsewhere: { storage, ownFolder: createOwnFolder(root, allowFolders) } }),
  };
}
