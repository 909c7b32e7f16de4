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
  // Saves the tree search for most requests, which are to operations.
  const beginnings = [...new Set([...places.keys()].filter(isNotExact).map(firstSegment))];
  const above = [...places].filter(([path]) => path.endsWith(everythingBelow));
  return (url, path) => {
    const exact = places.get(path);
    if (exact) return { place: exact, params: {} };
    if (!beginnings.some((beginning) => path.startsWith(beginning))) return undefined;
    const found = findByParameters?.(url, path);
    if (found && !found.isUndecodable) {
      const { place, names } = found.place;
      return { place, params: Object.fromEntries(names.map((name, at) => [name, found.segments[at] ?? ""])) };
    }
    const [, rest] = above.find(([prefix]) => path.startsWith(prefix.slice(0, -1))) ?? [];
    return rest && { place: rest, params: {} };
  };
}

function isNotExact(path: string): boolean {
  return path.includes("{") || path.endsWith(everythingBelow);
}

/** `/admin/` for `/admin/{id}`; `/` if the first segment has a parameter. */
function firstSegment(path: string): string {
  const segment = path.slice(0, path.indexOf("/", 1) + 1);
  return segment === "" || segment.includes("{") ? "/" : segment;
}
