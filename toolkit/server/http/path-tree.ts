import { isDeepStrictEqual } from "node:util";
import { getOrMake } from "../document/get-or-make.ts";
import { own } from "../document/own.ts";
import { sentPath } from "../document/selectors.ts";
import type { ExchangeRequest } from "./exchange.ts";

export interface FoundPath<Place> {
  place: Place;
  /** The decoded values of the path parameters, in order; never empty. */
  segments: string[];
  /** The path matches but its percent-encoding is invalid. */
  isUndecodable: boolean;
}

/** What may follow a part of a path. */
interface Node<Place> {
  /** For paths that end here. */
  place?: Place;
  texts: Map<string, Node<Place>>;
  /** By precedence. */
  branches: Branch<Place>[];
}

interface Branch<Place> extends ParameterSegment {
  expression: RegExp | undefined;
  node: Node<Place>;
}

/**
 * Finds the place for a request's URL and path, in time independent of the number of paths.
 * @param places by path template, with parameter patterns. Paths that differ only in parameter names are the
 * same: see `pathPattern`
 */
export function createPathTree<Place>(
  places: Iterable<[path: string, place: Place, patterns?: TextPatterns]>,
): (url: string, path: string) => FoundPath<Place> | undefined {
  const tree = newNode<Place>();
  // Values that don't match the patterns still belong to the path: the validator refuses them.
  const others = newNode<Place>();
  for (const [path, place, patterns] of places) {
    const exact = pathSegments(path, patterns);
    const general = pathSegments(path);
    nodeAt(tree, exact).place = place;
    if (!isDeepStrictEqual(exact, general)) nodeAt(others, general).place = place;
  }
  const find = (path: string) => findPlace(tree, path) ?? findPlace(others, path);
  return (url, path) => {
    // A fragment is never sent (RFC 9112, 3.2); Express would strip it.
    if (url.includes("#")) return undefined;
    const spelled = treePath(path, { lenient: true });
    let found = find(spelled);
    // An encoded parenthesis is part of a value if possible, otherwise of the path itself.
    const divided = /%2[1789]/.test(path) ? find(treePath(path)) : undefined;
    if (divided && (!found || found.place === divided.place)) found = divided;
    if (!found) return undefined;
    const { place, values } = found;
    if (spelled === path) return { place, segments: values, isUndecodable: false };
    // Invalid percent-encoding: the path is recognised but its values aren't decoded.
    const segments = /%(?![0-9A-Fa-f]{2})/.test(path) ? undefined : decoded(values);
    return { place, segments: segments ?? values.map(sentText), isUndecodable: segments === undefined };
  };
}

function newNode<Place>(): Node<Place> {
  return { texts: new Map(), branches: [] };
}

/** The node that the segments lead to, which is added if it is missing. */
function nodeAt<Place>(node: Node<Place>, [segment, ...rest]: Segment[]): Node<Place> {
  if (segment === undefined) return node;
  if (typeof segment === "string") return nodeAt(getOrMake(node.texts, segment, newNode<Place>), rest);
  const { source } = segment;
  let branch = node.branches.find((one) => one.source === source);
  if (!branch) {
    const expression = source === undefined ? undefined : new RegExp(source);
    branch = { ...segment, expression, node: newNode() };
    node.branches.push(branch);
    node.branches.sort(moreSpecificFirst);
  }
  return nodeAt(branch.node, rest);
}

function moreSpecificFirst(one: ParameterSegment, other: ParameterSegment): number {
  const isAny = ({ source }: ParameterSegment) => Number(source === undefined);
  return (
    other.prefix.length - one.prefix.length ||
    isAny(one) - isAny(other) ||
    other.suffix.length - one.suffix.length ||
    other.literals - one.literals
  );
}

/**
 * Tries what is more specific first. Each node is tried at most once, since it is reached in one way.
 * @param from where the node's next segment begins
 */
function findPlace<Place>(
  { place, texts, branches }: Node<Place>,
  path: string,
  from = 0,
): { place: Place; values: string[] } | undefined {
  if (from > path.length) return place === undefined ? undefined : { place, values: [] };
  const slash = path.indexOf("/", from);
  const end = slash === -1 ? path.length : slash;
  const text = path.slice(from, end);
  const next = texts.get(text);
  const found = next && findPlace(next, path, end + 1);
  if (found) return found;
  for (const { expression, node } of branches) {
    const values = expression ? expression.exec(text)?.slice(1) : text === "" ? undefined : [text];
    const behind = values && findPlace(node, path, end + 1);
    if (behind) return { place: behind.place, values: [...values, ...behind.values] };
  }
  return undefined;
}

/** Undefined if a text can't be decoded. */
function decoded(texts: string[]): string[] | undefined {
  try {
    return texts.map((text) => decodeURIComponent(sentText(text)));
  } catch {
    return undefined;
  }
}

/** Regular expressions for parameter values, by parameter name. */
export type TextPatterns = Record<string, string>;

/** What a path has between two slashes: text as `treePath` spells it, or parameters with text around them. */
export type Segment = string | ParameterSegment;

interface ParameterSegment {
  /** A regular expression that captures each parameter; undefined for a parameter without text around it. */
  source: string | undefined;
  prefix: string;
  suffix: string;
  /** Number of literal characters. */
  literals: number;
}

/**
 * Divides a path template. A parameter ends at the first occurrence of the next character, but at the last dot if
 * only one parameter follows: `{name}.{extension}` reads `a.min.js` as `a.min` and `js`. With more behind it, trying each
 * dot would take quadratic time.
 * @param patterns used only in segments with several parameters
 */
function pathSegments(path: string, patterns: TextPatterns = {}): Segment[] {
  return sentPath(path)
    .split("/")
    .map((segment): Segment => {
      const parts = partsOf(segment);
      const parameters = parts.filter(({ name }) => name !== undefined).length;
      if (parameters === 0) return parts.map(({ text }) => text).join("");
      if (parts.length === 1) return { source: undefined, prefix: "", suffix: "", literals: 0 };
      const adjacent = parts.filter(
        ({ name }, at) => name !== undefined && parts[at + 1]?.name !== undefined,
      );
      const source = parts
        .map(({ name, text }, at) => {
          if (name === undefined) return text.replace(/[^\w"]/g, "\\$&");
          const pattern =
            parameters === 1
              ? anyText
              : (own(patterns, name) ?? textBefore(parts.slice(at + 1), adjacent.length));
          return `(${pattern})`;
        })
        .join("");
      const texts = parts.map(({ name, text }) => (name === undefined ? text : ""));
      const [prefix = "", suffix = ""] = [texts[0], texts.at(-1)];
      return { source: `^${source}$`, prefix, suffix, literals: texts.join("").length };
    });
}

/** The same for path templates that differ only in the names of parameters. */
export function pathPattern(path: string): string {
  return pathSegments(path)
    .map((segment) => (typeof segment === "string" ? segment : `{${segment.source ?? ""}}`))
    .join("/");
}

interface Part {
  /** The parameter's name. */
  name?: string;
  /** Literal text, spelled by `treePath`. */
  text: string;
}

function partsOf(segment: string): Part[] {
  const parts = segment.match(/\{[^}]+\}|[^{]+|\{/g) ?? [];
  return parts.map((text) =>
    /^\{.+\}$/s.test(text) ? { name: text.slice(1, -1), text } : { text: treePath(text, { lenient: true }) },
  );
}

/** Replaces `%` in the tree, which isn't a character of a path. */
const mark = '"';

const encodedByte = `${mark}[0-9A-F]{2}`;
const anyText = `(?:[^${mark}]|${encodedByte})+`;
const character = `(?:${mark}[C-F][0-9A-F](?:${mark}[89AB][0-9A-F])*|${encodedByte}|[^${mark}])`;

/**
 * The pattern of an unconstrained parameter. Adjacent parameters are bounded: otherwise a long value could be
 * split in so many ways that matching would block the server.
 * @param rest the parts that follow in the segment
 * @param adjacent number of parameters in the segment that another one follows directly
 */
function textBefore([next, ...rest]: Part[], adjacent: number): string {
  if (next === undefined) return anyText;
  if (next.name !== undefined) return `${character}{1,${Math.floor(1000 ** (1 / adjacent))}}?`;
  const isLast = rest.length === 0;
  const isLastPoint = next.text.startsWith(".") && rest.length === 1;
  if (isLast || isLastPoint) return anyText;
  const [end = ""] = new RegExp(`^${character}`).exec(next.text) ?? [];
  return end.startsWith(mark)
    ? `(?:[^${mark}]|(?!${end})${encodedByte})+`
    : `(?:[^${mark}${end === "-" ? "\\-" : end}]|${encodedByte})+`;
}

/** Characters that need no encoding in a path, without parentheses and the asterisk. */
const plain = "A-Za-z0-9._~!$&'+,;=:@/-";
const isPlain = new RegExp(`^[${plain}]*$`);
const notPlain = new RegExp(`%[0-9A-Fa-f]{2}|[^${plain}]`, "gu");

/**
 * Normalises a path for the tree: unnecessary encoding is undone, `"2F` is an encoded slash, `<` and `>` are
 * parentheses. Values stay encoded, so that an encoded comma doesn't end one.
 * @param lenient also decodes `!`, `'`, `(` and `)`, which clients encode inconsistently
 */
function treePath(path: string, { lenient = false } = {}): string {
  if (isPlain.test(path)) return path;
  const unencoded = lenient ? /[A-Za-z0-9._~!'()-]/ : /[A-Za-z0-9._~-]/;
  return path.replace(notPlain, (found) => {
    const sent = found.length === 3 ? String.fromCharCode(Number.parseInt(found.slice(1), 16)) : found;
    if (sent === found ? /[()]/.test(sent) : unencoded.test(sent)) return parentheses[sent] ?? sent;
    if (sent !== found) return mark + found.slice(1).toUpperCase();
    return [...Buffer.from(found)]
      .map((byte) => mark + byte.toString(16).toUpperCase().padStart(2, "0"))
      .join("");
  });
}

const parentheses: Record<string, string> = { "(": "<", ")": ">" };

/** Converts a value from the tree back to percent-encoding. */
function sentText(text: string): string {
  return text.replaceAll(mark, "%").replaceAll("<", "(").replaceAll(">", ")");
}

/** The request's path as sent. */
export function pathOf({ url }: Pick<ExchangeRequest, "url">): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (path.startsWith("/")) return path;
  // Clients may send an absolute URL, as to a proxy (RFC 9112, 3.2.2).
  return path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, "") || "/";
}
