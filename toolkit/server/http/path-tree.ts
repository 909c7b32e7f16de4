import findMyWay from "find-my-way";
import { pathPattern, sentText, type TextPatterns, treePath } from "./path-pattern.ts";

export interface FoundPath<Place> {
  place: Place;
  /** The decoded values of the path parameters, in order; never empty. */
  segments: string[];
  /** The path matches but its percent-encoding is invalid. */
  isUndecodable: boolean;
}

/**
 * Finds the place for a request's URL and path, in time independent of the number of paths.
 * @param places by path template, with parameter patterns. Paths that differ only in parameter names are the
 * same: see `pathPattern`
 */
export function createPathTree<Place>(
  places: Iterable<[path: string, place: Place, patterns?: TextPatterns]>,
): (url: string, path: string) => FoundPath<Place> | undefined {
  // find-my-way rejects parameters over 100 characters by default; Node already bounds the request line.
  const createTree = () =>
    findMyWay({ onBadUrl: () => {}, maxParamLength: 64 * 1024, allowUnsafeRegex: true });
  const tree = createTree();
  // Values that don't match the patterns still belong to the path: the validator refuses them.
  let others: typeof tree | undefined;
  for (const [path, place, patterns] of places) {
    const pattern = pathPattern(path);
    const exact = pathPattern(path, patterns);
    tree.on("GET", exact, () => {}, { place });
    if (exact === pattern) continue;
    others ??= createTree();
    others.on("GET", pattern, () => {}, { place });
  }
  const find = (path: string) => tree.find("GET", path) ?? others?.find("GET", path) ?? undefined;
  return (url, path) => {
    // A fragment is never sent (RFC 9112, 3.2); Express would strip it.
    if (url.includes("#")) return undefined;
    const spelled = treePath(path, { lenient: true });
    let found = find(spelled);
    // An encoded parenthesis is part of a value if possible, otherwise of the path itself.
    const divided = /%2[1789]/.test(path) ? find(treePath(path)) : undefined;
    if (divided && (!found || found.store.place === divided.store.place)) found = divided;
    if (!found) return undefined;
    const { place } = found.store;
    const values = Object.values(found.params).map((text) => text ?? "");
    // `/pets/` doesn't match `/pets/{petId}`: a path parameter can't be empty.
    if (values.includes("")) return undefined;
    if (spelled === path) return { place, segments: values, isUndecodable: false };
    // Invalid percent-encoding: the path is recognised but its values aren't decoded.
    const segments = /%(?![0-9A-Fa-f]{2})/.test(path) ? undefined : decoded(values);
    return { place, segments: segments ?? values.map(sentText), isUndecodable: segments === undefined };
  };
}

/** Undefined if a text can't be decoded. */
function decoded(texts: string[]): string[] | undefined {
  try {
    return texts.map((text) => decodeURIComponent(sentText(text)));
  } catch {
    return undefined;
  }
}
