import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isContainer } from "../../references.ts";
import type { Kind } from "../../walk.ts";
import type { SourceFile } from "../files/parse-source.ts";
import { type Fault, isFault, type SourceFiles } from "../files/source-files.ts";
import { descend, referenceIn, type Target } from "./descend.ts";
import { didYouMean } from "./did-you-mean.ts";
import {
  type Base,
  collectSchemaIds,
  type DynamicAnchors,
  dynamicAnchorsOf,
  noSchemaIds,
  resolveUri,
} from "./schema-ids.ts";

export interface Resolver {
  /** The base of a file's references: its location, or its own address (`$self`, since 3.2). */
  baseOf: (file: SourceFile, kind: Kind) => Base;
  /** The base of the references within a node: its `$id`, if it has one. */
  within: (node: object, base: Base) => Base;
  /** Follows a reference to the end, through nodes that are only references. */
  find: (ref: string, base: Base) => Target | Fault;
  /** The dynamic anchors in effect within a schema. */
  dynamicAnchorsWithin: (node: object) => DynamicAnchors;
  /** The dynamic anchors in effect after following a reference to the target. */
  dynamicAnchorsOf: (target: Target) => DynamicAnchors;
  /** Resolves a schema's `$dynamicRef` without an outer scope. */
  findDynamic: (node: object, ref: string, base: Base) => Target | Fault;
  /** The target of a schema's `$recursiveRef`. */
  findRecursive: (node: object) => Target | undefined;
}

/** @param hasSchemaIds whether `$id` and `$anchor` have a meaning in the document's version: since 3.1 */
export function createResolver(files: SourceFiles, hasSchemaIds: boolean): Resolver {
  const ids = noSchemaIds();
  const bases = new Map<string, Base>();
  const known = new Map<string, Target | Fault>();

  const baseOf = (file: SourceFile, kind: Kind): Base => {
    const place = pathToFileURL(file.path).href;
    const known = bases.get(place);
    if (known) return known;
    const { $self } = isContainer(file.value) ? file.value : {};
    const uri = typeof $self === "string" ? resolveUri($self, place) : undefined;
    const base = { uri: uri ?? place, file, node: file.value, pointer: "#" };
    bases.set(place, base).set(base.uri, base);
    if (hasSchemaIds) collectSchemaIds(ids, base, kind);
    return base;
  };
  const within = (node: object, base: Base): Base => ids.byNode.get(node) ?? base;

  const find = (ref: string, base: Base, hops: string[] = []): Target | Fault => {
    const key = `${base.uri} ${ref}`;
    const found = known.get(key);
    if (found) return found;
    if (hops.includes(key)) return { message: `The reference ${ref} points to itself.` };
    let target = targetOf(ref, base, [...hops, key]);
    const next = isFault(target) ? undefined : onlyReference(target.node);
    if (!isFault(target) && next !== undefined) {
      const end = find(next, target.base, [...hops, key]);
      target = isFault(end) ? end : { ...end, through: [target, ...(end.through ?? [])] };
    }
    known.set(key, target);
    return target;
  };

  const targetOf = (ref: string, base: Base, hops: string[]): Target | Fault => {
    const resource = resourceOf(ref, base);
    if (isFault(resource)) return resource;
    const { uri, node, pointer, file } = resource;
    const fragment = ref.includes("#") ? ref.slice(ref.indexOf("#") + 1) : "";
    if (fragment === "") return { node, pointer, base: resource };
    if (!fragment.startsWith("/")) {
      const anchor = ids.anchors.get(`${uri}#${fragment}`);
      return anchor ?? { message: `There is no \`$anchor: ${fragment}\` in ${file.name}.` };
    }
    const following = { within, find: (next: string, from: Base) => find(next, from, hops) };
    const target = descend(resource, fragment, following);
    if (!isFault(target) || pointer === "#") return target;
    // Many tools ignore `$id`, so documents often mean the file.
    const inFile = descend(baseOf(file, "schema"), fragment, following);
    return isFault(inFile) ? target : inFile;
  };

  const resourceOf = (ref: string, base: Base): Base | Fault => {
    const uri = resolveUri(ref, base.uri);
    if (uri === undefined) return { message: `${ref} is neither a file nor an address.` };
    const declared = uri === base.uri ? base : (ids.byUri.get(uri) ?? bases.get(uri));
    if (declared) return declared;
    // Also look next to this file, even if an enclosing `$id` says otherwise.
    const beside = resolveUri(ref, pathToFileURL(base.file.path).href) ?? uri;
    const places = [uri, beside].filter((place) => place.startsWith("file:"));
    if (places.length === 0) {
      const advice = "Save it beside the document, and refer to that file.";
      return { message: `${ref} is on the network, and nothing is loaded from there. ${advice}` };
    }
    let fault: Fault = { message: `${ref} is neither a file nor an address.` };
    for (const place of places) {
      const name = filePath(place);
      if (name === undefined) continue;
      if (!files.ownFolder.contains(name)) {
        fault = { message: files.ownFolder.refusal(ref, name) };
        continue;
      }
      const file = files.read(name);
      if (!isFault(file)) return baseOf(file, "schema");
      fault = file.line
        ? file
        : { message: file.message + didYouMean(path.basename(name), filesBeside(name)) };
    }
    return fault;
  };

  return {
    baseOf,
    within,
    find,
    dynamicAnchorsWithin: (node) => ids.resourceByNode.get(node)?.dynamicAnchors ?? noAnchors,
    dynamicAnchorsOf: (target) => dynamicAnchorsOf(ids, target) ?? noAnchors,
    findDynamic: (node, ref, base) =>
      (ref.startsWith("#") ? ids.resourceByNode.get(node)?.dynamicAnchors.get(ref.slice(1)) : undefined) ??
      find(ref, base),
    findRecursive: (node) => ids.recursions.get(node),
  };
}

const noAnchors: DynamicAnchors = new Map();

/** The reference in a node that has no other members. */
function onlyReference(node: unknown): string | undefined {
  const ref = referenceIn(node);
  return ref !== undefined && Object.keys(node as object).length === 1 ? ref : undefined;
}

function filesBeside(file: string): string[] {
  try {
    return readdirSync(path.dirname(file)).filter((name) => name !== path.basename(file));
  } catch {
    return [];
  }
}

/** Undefined for a URL that isn't a valid file path. */
function filePath(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}
