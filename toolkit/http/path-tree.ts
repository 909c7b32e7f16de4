import findMyWay from "find-my-way";

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
 * @param places by path, as a document writes it. Two paths that differ only in their parameters' names are one: see `pathPattern`
 */
export function createPathTree<Place>(
  places: Iterable<[path: string, place: Place]>,
): (url: string, path: string) => FoundPath<Place> | undefined {
  // By default a path with a parameter of more than 100 characters would be unknown; Node bounds the request line.
  const tree = findMyWay({ onBadUrl: () => {}, maxParamLength: 64 * 1024 });
  for (const [path, place] of places) tree.on("GET", pathPattern(path), () => {}, { place });
  return (url, path) => {
    // A fragment isn't sent (RFC 9112, 3.2); Express would take it away.
    let found = url.includes("#") ? null : tree.find("GET", path);
    const isUndecodable = !found?.store && path.includes("%");
    // A percent sign that encodes nothing can't name anything, but it tells which path was meant.
    if (isUndecodable) found = tree.find("GET", path.replaceAll("%", "%25"));
    if (!found?.store) return undefined;
    const segments = segmentsOf(found.params);
    // `/pets/` is not `/pets/{petId}` with an id of no letters.
    if (segments.includes("")) return undefined;
    return { place: found.store.place, segments, isUndecodable };
  };
}

/** Asterisks of the path are none of its parameters. */
function segmentsOf(params: Record<string, string | undefined>): string[] {
  const segments: string[] = [];
  for (const name in params) if (!name.startsWith("asterisk")) segments.push(params[name] ?? "");
  return segments;
}

/**
 * `/v1/pets/{petId}` as find-my-way writes it: `/v1/pets/:p0`. Parameters are numbered, since in its names a hyphen or
 * a point would end the parameter. A colon in the document is a colon. An asterisk, which would match anything there, is
 * a parameter that matches an asterisk.
 */
export function pathPattern(path: string): string {
  let n = 0;
  return path
    .replaceAll(":", "::")
    .split("/")
    .map((part) =>
      part.replace(/\{[^}]+\}|\*/g, (text) => {
        if (text === "*") return `:asterisk${n++}(\\*)`;
        return text === part ? `:p${n++}` : `:p${n++}([\\s\\S]+?)`;
      }),
    )
    .join("/");
}
