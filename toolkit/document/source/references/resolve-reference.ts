import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Kind } from "../../walk.ts";
import type { SourceFile } from "../files/parse-source.ts";
import { displayName, type Fault, isFault, type SourceFiles } from "../files/source-files.ts";
import { descend, isObject, referenceIn, type Target } from "./descend.ts";
import { didYouMean } from "./did-you-mean.ts";
import { type Base, collectSchemaIds, noSchemaIds, resolveUri } from "./schema-ids.ts";

export interface Resolver {
  /** The base of the references of a file: its place, or the address that it gives itself (`$self`, from 3.2 on). */
  baseOf: (file: SourceFile, kind: Kind) => Base;
  /** The base of the references within a node: its `$id`, if it has one. */
  within: (node: object, base: Base) => Base;
  /** Follows a reference to the end, through nodes that are nothing but references themselves. */
  find: (ref: string, base: Base) => Target | Fault;
}

/** @param hasSchemaIds whether the document's version gives `$id` and `$anchor` a meaning: from 3.1 on */
export function createResolver(files: SourceFiles, hasSchemaIds: boolean): Resolver {
  const ids = noSchemaIds();
  const bases = new Map<string, Base>();
  const known = new Map<string, Target | Fault>();

  const baseOf = (file: SourceFile, kind: Kind): Base => {
    const place = pathToFileURL(file.path).href;
    const known = bases.get(place);
    if (known) return known;
    const { $self } = isObject(file.value) ? file.value : {};
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
    if (hops.includes(key)) return { message: `The reference ${ref} leads back to itself.` };
    let target = targetOf(ref, base, [...hops, key]);
    const next = isFault(target) ? undefined : onlyReference(target.node);
    if (!isFault(target) && next !== undefined) target = find(next, target.base, [...hops, key]);
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
      return anchor ?? { message: `There is no \`$anchor: ${fragment}\` in ${displayName(file.path)}.` };
    }
    const following = { within, find: (next: string, from: Base) => find(next, from, hops) };
    const target = descend(resource, fragment, following);
    if (!isFault(target) || pointer === "#") return target;
    // Many tools ignore `$id`, so documents mean the file all the same.
    const inFile = descend(baseOf(file, "schema"), fragment, following);
    return isFault(inFile) ? target : inFile;
  };

  const resourceOf = (ref: string, base: Base): Base | Fault => {
    const uri = resolveUri(ref, base.uri);
    if (uri === undefined) return { message: `${ref} is neither a file nor an address.` };
    const declared = uri === base.uri ? base : (ids.byUri.get(uri) ?? bases.get(uri));
    if (declared) return declared;
    // A file beside this one, though an `$id` around the reference says otherwise.
    const place = resolveUri(ref, pathToFileURL(base.file.path).href) ?? uri;
    if (!place.startsWith("file:")) {
      const advice = "Save it beside the document, and refer to that file.";
      return { message: `${ref} is on the network, from which nothing is read. ${advice}` };
    }
    const name = filePath(place);
    if (name === undefined) return { message: `${ref} is neither a file nor an address.` };
    const file = files.read(name);
    if (!isFault(file)) return baseOf(file, "schema");
    return file.at ? file : { message: file.message + didYouMean(path.basename(name), filesBeside(name)) };
  };

  return { baseOf, within, find };
}

/** What a node refers to that says nothing else. */
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

/** Undefined for an address that no file can have. */
function filePath(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}
