import findMyWay from "find-my-way";
import { pathPattern, sentText, type TextPatterns, treePath } from "./path-pattern.ts";

export interface FoundPath<Place> {
  place: Place;
  /** The values of the path's parameters, in their order, decoded; never empty. */
  segments: string[];
  /** The address can't be decoded, though it tells which path was meant. */
  isUndecodable: boolean;
}

/**
 * Finds what stands at the end of a request's path, given its whole address too. It takes constant time, however many
 * paths there are.
 * @param places by path, as a document writes it, with patterns of its parameters. Two paths that differ only in
 *   their parameters' names are one: see `pathPattern`
 */
export function createPathTree<Place>(
  places: Iterable<[path: string, place: Place, patterns?: TextPatterns]>,
): (url: string, path: string) => FoundPath<Place> | undefined {
  // By default a path with a parameter of more than 100 characters would be unknown; Node bounds the request line.
  const createTree = () =>
    findMyWay({ onBadUrl: () => {}, maxParamLength: 64 * 1024, allowUnsafeRegex: true });
  const tree = createTree();
  // What doesn't match the patterns belongs to the path all the same, for the validator to refuse.
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
    // A fragment isn't sent (RFC 9112, 3.2); Express would take it away.
    if (url.includes("#")) return undefined;
    const spelled = treePath(path, { lenient: true });
    let found = find(spelled);
    // An encoded parenthesis belongs to a value where that can be, otherwise to the path itself.
    const divided = /%2[1789]/.test(path) ? find(treePath(path)) : undefined;
    if (divided && (!found || found.store.place === divided.store.place)) found = divided;
    if (!found) return undefined;
    const { place } = found.store;
    const values = Object.values(found.params).map((text) => text ?? "");
    // `/pets/` is not `/pets/{petId}` with an id of no letters.
    if (values.includes("")) return undefined;
    if (spelled === path) return { place, segments: values, isUndecodable: false };
    // A percent sign that encodes nothing can't name anything, but the rest tells which path was meant.
    const segments = /%(?![0-9A-Fa-f]{2})/.test(path) ? undefined : decoded(values);
    return { place, segments: segments ?? values.map(sentText), isUndecodable: segments === undefined };
  };
}

/** Undefined where a text can't be decoded. */
function decoded(texts: string[]): string[] | undefined {
  try {
    return texts.map((text) => decodeURIComponent(sentText(text)));
  } catch {
    return undefined;
  }
}
