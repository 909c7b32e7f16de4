import findMyWay from "find-my-way";
import { sentPath } from "../document/selectors.ts";

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
  const find = (path: string) => tree.find("GET", path) ?? others?.find("GET", path) ?? null;
  return (url, path) => {
    // A fragment isn't sent (RFC 9112, 3.2); Express would take it away.
    let found = url.includes("#") ? null : find(path);
    const isUndecodable = !found?.store && path.includes("%");
    // A percent sign that encodes nothing can't name anything, but it tells which path was meant.
    if (isUndecodable) found = find(path.replaceAll("%", "%25"));
    if (!found?.store) return undefined;
    const segments = segmentsOf(found.params);
    // `/pets/` is not `/pets/{petId}` with an id of no letters.
    if (segments.includes("")) return undefined;
    return { place: found.store.place, segments, isUndecodable };
  };
}

function segmentsOf(params: Record<string, string | undefined>): string[] {
  const segments: string[] = [];
  for (const name in params) if (!name.startsWith(literal)) segments.push(params[name] ?? "");
  return segments;
}

/** What begins the names of parameters that stand for characters of the path. */
const literal = "literal";

/** Regular expressions for the texts of parameters, by name. */
export type TextPatterns = Record<string, string>;

/**
 * `/v1/pets/{petId}` as find-my-way writes it: `/v1/pets/:p0`. Parameters are numbered, since in its names a hyphen or
 * a point would end the parameter. A colon in the document is a colon. An asterisk, which would match anything there, and
 * an encoded character that separates parts of an address, which stays encoded, are parameters that match nothing else.
 * Where a segment has several parameters, each ends at the first of the characters that follow it in the document, but
 * at the last of points: `a.min.js` is `{name}.{extension}` with the name `a.min`. A fragment isn't part of it.
 * @param patterns count only where a segment has several parameters
 */
export function pathPattern(path: string, patterns: TextPatterns = {}): string {
  let n = 0;
  return sentPath(path)
    .split("/")
    .map((part) => {
      const isOne = !/\{.*\{/.test(part);
      return part.replace(/\{([^}]+)\}|[^{]+|\{/g, (text, name: string | undefined, at: number) => {
        if (name === undefined) return literalPattern(text, () => n++);
        if (text === part) return `:p${n++}`;
        const pattern = isOne ? anyText : (patterns[name] ?? textBefore(part.slice(at + text.length)));
        return `:p${n++}(${pattern})`;
      });
    })
    .join("/");
}

const anyText = "[\\s\\S]+";

/**
 * The pattern of a parameter that may be any text. If several of a segment could be as long as they like, there would be
 * so many ways to divide a long text with nothing but separators that it would hold the server.
 * @param rest of the segment
 */
function textBefore(rest: string): string {
  const [next] = rest;
  const isLastPoint = next === "." && !/\}\./.test(rest);
  if (next === undefined || isLastPoint) return anyText;
  return next === "{" ? "[\\s\\S]+?" : `[^${/[\]\\^-]/.test(next) ? `\\${next}` : next}]+`;
}

/** An asterisk, or one of the characters that mean something in an address, encoded. */
const separate = /(\*|%(?:2[346BCF]|3[ABDF]|40))/i;

function literalPattern(text: string, next: () => number): string {
  return text
    .split(separate)
    .map((part, index) =>
      index % 2 === 0
        ? decoded(part).replaceAll(":", "::")
        : `:${literal}${next()}(\\${decodeURIComponent(part)})`,
    )
    .join("");
}

/** A document may write a path as it is sent. */
function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
