import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { getOrMake } from "../../get-or-make.ts";
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

export type Resolver = ReturnType<typeof createResolver>;

/** @param hasSchemaIds whether `$id` and `$anchor` have a meaning in the document's version: since 3.1 */
export function createResolver(files: SourceFiles, hasSchemaIds: boolean) {
  const ids = noSchemaIds();
  const bases = new Map<string, Base>();
  const known = new Map<string, Target | Fault>();
  const resources = new Map<string, Base | Fault>();
  const placeOf = (file: SourceFile) => files.remote?.addressOf(file.path) ?? pathToFileURL(file.path).href;

  const baseOf = (file: SourceFile, kind: Kind): Base => {
    const place = placeOf(file);
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

  const find = (ref: string, base: Base, holder: object, hops: string[] = []): Target | Fault => {
    const key = `${base.uri} ${ref}`;
    const resource = getOrMake(resources, key, () => resourceOf(ref, base, holder));
    files.remote?.follows({ holder, ref, from: base.file, to: resource });
    const found = known.get(key);
    if (found) return found;
    if (hops.includes(key)) return { message: `The reference ${ref} points to itself.` };
    let target = isFault(resource) ? resource : targetIn(resource, ref, [...hops, key]);
    const next = isFault(target) ? undefined : onlyReference(target.node);
    if (!isFault(target) && next !== undefined) {
      const end = find(next, target.base, target.node as object, [...hops, key]);
      target = isFault(end) ? end : { ...end, through: [target, ...(end.through ?? [])] };
    }
    known.set(key, target);
    return target;
  };

  const targetIn = (resource: Base, ref: string, hops: string[]): Target | Fault => {
    const { uri, node, pointer, file } = resource;
    const fragment = ref.includes("#") ? ref.slice(ref.indexOf("#") + 1) : "";
    if (fragment === "") return { node, pointer, base: resource };
    if (!fragment.startsWith("/")) {
      const anchor = ids.anchors.get(`${uri}#${fragment}`);
      return anchor ?? { message: `There is no \`$anchor: ${fragment}\` in ${file.name}.` };
    }
    const following = {
      within,
      find: (next: string, from: Base, holder: object) => find(next, from, holder, hops),
    };
    const target = descend(resource, fragment, following);
    if (!isFault(target) || pointer === "#") return target;
    // Many tools ignore `$id`, so documents often mean the file.
    const inFile = descend(baseOf(file, "schema"), fragment, following);
    return isFault(inFile) ? target : inFile;
  };

  const resourceOf = (ref: string, base: Base, holder: object): Base | Fault => {
    const uri = resolveUri(ref, base.uri);
    if (uri === undefined) return { message: `${ref} is neither a file nor an address.` };
    const declared = uri === base.uri ? base : (ids.byUri.get(uri) ?? bases.get(uri));
    if (declared) return declared;
    // Also look next to this file, even if an enclosing `$id` says otherwise.
    const place = placeOf(base.file);
    const addresses = [uri, resolveUri(ref, place) ?? uri];
    // A file from the network can't refer to files of this machine.
    const places = place.startsWith("file:") ? addresses.filter((one) => one.startsWith("file:")) : [];
    const remote = addresses.filter((one) => !places.includes(one));
    let fault: Fault = { message: `${ref} is neither a file nor an address.` };
    if (places.length === 0) {
      const advice = "`counterpart vendor` saves it beside the document, and rewrites the reference.";
      fault = { message: `${ref} is on the network, and nothing is loaded from there. ${advice}` };
    }
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
    const saved = files.remote?.fileFor(remote, { holder, ref, from: base.file });
    if (saved === undefined || typeof saved !== "string") return saved ?? fault;
    const file = files.read(saved);
    return isFault(file) ? file : baseOf(file, "schema");
  };

  return {
    /** The base of a file's references: its location, or its own address (`$self`, since 3.2). */
    baseOf,
    /** The base of the references within a node: its `$id`, if it has one. */
    within,
    /**
     * Follows a reference to the end, through nodes that are only references.
     * @param holder the object that contains the reference
     */
    find: (ref: string, base: Base, holder: object): Target | Fault => find(ref, base, holder),
    /** The dynamic anchors in effect within a schema. */
    dynamicAnchorsWithin: (node: object): DynamicAnchors =>
      ids.resourceByNode.get(node)?.dynamicAnchors ?? noAnchors,
    /** The dynamic anchors in effect after following a reference to the target. */
    dynamicAnchorsOf: (target: Target): DynamicAnchors => dynamicAnchorsOf(ids, target) ?? noAnchors,
    /** Resolves a schema's `$dynamicRef` without an outer scope. */
    findDynamic: (node: object, ref: string, base: Base): Target | Fault =>
      (ref.startsWith("#") ? ids.resourceByNode.get(node)?.dynamicAnchors.get(ref.slice(1)) : undefined) ??
      find(ref, base, node),
    /** The target of a schema's `$recursiveRef`. */
    findRecursive: (node: object): Target | undefined => ids.recursions.get(node),
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
export function filePath(address: string, base?: URL): string | undefined {
  try {
    return fileURLToPath(new URL(address, base));
  } catch {
    return undefined;
  }
}
