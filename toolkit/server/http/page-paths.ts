import { parameterNames } from "../document/path-template.ts";
import { createPathTree } from "./path-tree.ts";

export interface FoundPagePath<Place> {
  place: Place;
  /** The path parameters, decoded. */
  params: Record<string, string>;
}

const everythingBelow = "/*";

/**
 * Finds the page at a request's path: an exact match first, then a match by parameters, then the first `/*`
 * page above the path.
 */
export function createPagePaths<Place>(
  places: Map<string, Place>,
): (url: string, path: string) => FoundPagePath<Place> | undefined {
  const withParameters = [...places].flatMap(([path, place]) => {
    const names = parameterNames(path);
    return names.length > 0 ? [[path, { place, names }] as [string, { place: Place; names: string[] }]] : [];
  });
  const findByParameters = withParameters.length > 0 ? createPathTree(withParameters) : undefined;
  const above = [...places].filter(([path]) => path.endsWith(everythingBelow));
  return (url, path) => {
    const exact = places.get(path);
    if (exact) return { place: exact, params: {} };
    const found = findByParameters?.(url, path);
    if (found && !found.isUndecodable) {
      const { place, names } = found.place;
      return { place, params: Object.fromEntries(names.map((name, at) => [name, found.segments[at] ?? ""])) };
    }
    const [, rest] = above.find(([prefix]) => path.startsWith(prefix.slice(0, -1))) ?? [];
    return rest && { place: rest, params: {} };
  };
}
