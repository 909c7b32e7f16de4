import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";
import { escapePointerPart, pointerParts, type RawDocument } from "./references.ts";

/** Where something of a document is written. */
export interface Location {
  /** In the document in one piece, as in `#/components/schemas/Cart`. */
  pointer: string;
  /** The file that a person edits, relative to the working directory; undefined where it isn't known. */
  file?: string;
  /** Counted from 1. */
  line?: number;
}

/** Finds where the node of a JSON pointer is written, or else the nearest node around it. */
export type Locate = (pointer: string) => Location;

/** A location as messages have it: `spec/openapi.yaml:12 (#/paths/~1carts)`, or the pointer alone. */
export function describeLocation({ pointer, file, line }: Location): string {
  return file === undefined ? pointer : `${file}:${line} (${pointer})`;
}

/**
 * Reads the files of a document, in YAML or JSON, and finds in them what its bundle has.
 * @param root the file that was bundled
 * @param bundle what came of it: references between files have become local ones, or what they refer to
 */
export async function readLocations(root: string, bundle: RawDocument): Promise<Locate> {
  const sources = await readSources(path.resolve(root));
  const found = new Map<string, { file: string; line: number }>();
  const file = sources.get(path.resolve(root));
  if (file) collect({ bundle, sources, found }, { node: bundle, pointer: "#" }, placeIn(file, "#"));
  return (pointer) => {
    for (let at = pointer; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      const location = found.get(at);
      if (location) return { pointer, ...location };
    }
    return { pointer };
  };
}

interface SourceFile {
  path: string;
  document: Document;
  lines: LineCounter;
}

/** A node of a file. */
interface Place {
  file: SourceFile;
  node: unknown;
  /** The key that it has in the object around it, which is where a reader looks for it. */
  key?: unknown;
}

/** The root and every file that it refers to, through others too. Files that can't be read are left out. */
async function readSources(root: string): Promise<Map<string, SourceFile>> {
  const sources = new Map<string, SourceFile>();
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (sources.has(next)) continue;
    const text = await readFile(next, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    const lines = new LineCounter();
    const file = { path: next, document: parseDocument(text, { lineCounter: lines }), lines };
    sources.set(next, file);
    waiting.push(...referencedFiles(file.document.contents, next));
  }
  return sources;
}

function referencedFiles(node: unknown, from: string): string[] {
  if (isSeq(node)) return node.items.flatMap((item) => referencedFiles(item, from));
  if (!isMap(node)) return [];
  const file = fileOf(referenceIn(node) ?? "#", from);
  return [
    ...(file === undefined || file === from ? [] : [file]),
    ...node.items.flatMap(({ value }) => referencedFiles(value, from)),
  ];
}

/** The file that a reference leads to; undefined when that is on the network. */
function fileOf(ref: string, from: string): string | undefined {
  const [name = ""] = ref.split("#");
  if (name === "") return from;
  if (/^[a-z][a-z0-9+.-]+:/i.test(name)) return undefined;
  return path.resolve(path.dirname(from), decodeURI(name));
}

interface Collecting {
  bundle: RawDocument;
  sources: Map<string, SourceFile>;
  /** By pointer in the bundle. */
  found: Map<string, { file: string; line: number }>;
}

interface BundleNode {
  node: unknown;
  pointer: string;
}

/** Goes through the bundle and its sources side by side. */
function collect(collecting: Collecting, { node, pointer }: BundleNode, from: Place | undefined): void {
  const { bundle, sources, found } = collecting;
  let place = from;
  if (!place || found.has(pointer)) return;
  const bundledRef = isObject(node) && typeof node.$ref === "string" ? node.$ref : undefined;
  for (let ref = referenceIn(place.node); ref !== undefined; ref = referenceIn(place.node)) {
    const target = follow(sources, place.file, ref);
    if (bundledRef !== undefined) {
      found.set(pointer, lineOf(place));
      collect(collecting, { node: nodeAt(bundle, bundledRef), pointer: bundledRef }, target);
      return;
    }
    if (!target || target.node === place.node) break;
    place = target;
  }
  found.set(pointer, lineOf(place));
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    const within = { node: value, pointer: `${pointer}/${escapePointerPart(key)}` };
    const member = memberOf(place, key) ?? (pointer === "#/paths" ? pathOf(place, key) : undefined);
    collect(collecting, within, member);
  }
}

/** The base path of the servers has become part of the bundle's paths. */
function pathOf(place: Place, bundled: string): Place | undefined {
  if (!isMap(place.node)) return undefined;
  const keys = place.node.items.map(({ key }) => textOf(key)).filter((key) => bundled.endsWith(key));
  const [longest] = keys.sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : memberOf(place, longest);
}

function follow(sources: Map<string, SourceFile>, from: SourceFile, ref: string): Place | undefined {
  const name = fileOf(ref, from.path);
  const file = name === undefined ? undefined : sources.get(name);
  return file && placeIn(file, `#${ref.split("#")[1] ?? ""}`);
}

function placeIn(file: SourceFile, pointer: string): Place | undefined {
  let place: Place | undefined = { file, node: file.document.contents };
  for (const part of pointer.length > 1 ? pointerParts(pointer) : []) place = place && memberOf(place, part);
  return place;
}

const pairsOf = new WeakMap<YAMLMap, Map<string, Pair>>();

function memberOf({ file, node }: Place, key: string): Place | undefined {
  const target = isAlias(node) ? node.resolve(file.document) : node;
  if (isSeq(target)) {
    const item = target.items[Number(key)];
    return item === undefined ? undefined : { file, node: item };
  }
  if (!isMap(target)) return undefined;
  const pairs = pairsOf.get(target) ?? new Map(target.items.map((pair) => [textOf(pair.key), pair]));
  pairsOf.set(target, pairs);
  const pair = pairs.get(key);
  return pair && { file, node: pair.value, key: pair.key };
}

function referenceIn(node: unknown): string | undefined {
  const ref: unknown = isMap(node) ? node.get("$ref") : undefined;
  return typeof ref === "string" ? ref : undefined;
}

function lineOf({ file, node, key }: Place): { file: string; line: number } {
  const [start = 0] = ((key ?? node) as Node | null)?.range ?? [];
  return { file: path.relative("", file.path), line: file.lines.linePos(start).line };
}

function nodeAt(bundle: RawDocument, ref: string): unknown {
  let at: unknown = bundle;
  for (const part of pointerParts(ref)) at = isObject(at) ? at[part] : undefined;
  return at;
}

function textOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
