import {
  type ApiDocument,
  type DocumentOperation,
  operationSelectors,
  percentDecoded,
  resolve,
  type Schema,
  type Selector,
} from "@counterpart/server/document";
import { getOrMake } from "@counterpart/server/values";

/** A request without its method and path. */
export interface RestOfRequest {
  /** The query with its question mark, or empty. */
  search: string;
  headers: Iterable<[name: string, value: string]>;
}

export interface FoundOperation {
  operation: DocumentOperation;
  /** Path parameters, decoded. */
  parameters: Record<string, string>;
}

/** @param rest called if several operations have the method and path */
type ReadPath = (method: string, pathname: string, rest?: () => RestOfRequest) => FoundOperation | undefined;

/**
 * Finds the operation of the most specific path, without the server's router. HEAD is GET where no HEAD is
 * documented (RFC 9110, 9.3.2).
 */
export function pathReader(document: ApiDocument): ReadPath {
  return routesOf(document).find;
}

/** Finds the operation without the path parameters. */
export function operationFinder(document: ApiDocument) {
  const { find } = routesOf(document);
  return (...request: Parameters<ReadPath>): DocumentOperation | undefined => find(...request)?.operation;
}

/** Finds the documented methods of a path, in capitals; none for an undocumented path. */
export function methodsFinder(document: ApiDocument): (pathname: string) => string[] {
  return routesOf(document).methodsAt;
}

const known = new WeakMap<ApiDocument, ReturnType<typeof createRoutes>>();

function routesOf(document: ApiDocument) {
  return getOrMake(known, document, () => createRoutes(document));
}

function createRoutes(document: ApiDocument) {
  const routes = document.operations.map((operation) => createRoute(document, operation));
  const byLength = Map.groupBy(routes, ({ segments }) => segments.length);
  const methods = [...new Set(routes.map(({ method }) => method))];

  function matching(pathname: string, isWanted: (method: string) => boolean): Match[] {
    // A fragment is never sent (RFC 9112, 3.2).
    if (pathname.includes("#")) return [];
    const sent = pathname.split("/").map(percentDecoded);
    return (byLength.get(sent.length) ?? []).flatMap((route) => {
      const values = isWanted(route.method) ? valuesIn(route, sent) : undefined;
      return values ? [{ route, values }] : [];
    });
  }

  const find: ReadPath = (method, pathname, rest) => {
    const wanted = method.toUpperCase();
    const names = wanted === "HEAD" ? ["HEAD", "GET"] : [wanted];
    const matches = matching(pathname, (name) => names.includes(name));
    const [first, ...others] = matches.sort((one, other) => compareRoutes(one.route, other.route));
    if (!first) return undefined;
    const equal = others.filter(({ route }) => compareRoutes(first.route, route) === 0);
    const rivals = [first, ...equal];
    const explicit = rivals.filter(({ route }) => route.method === wanted);
    const { route, values } = chosen(explicit.length > 0 ? explicit : rivals, rest);
    return { operation: route.operation, parameters: values };
  };

  function methodsAt(pathname: string): string[] {
    const found = new Set(matching(pathname, () => true).map(({ route }) => route.method));
    return methods.filter((name) => found.has(name));
  }

  return { find, methodsAt };
}

interface Route {
  method: string;
  operation: DocumentOperation;
  segments: Segment[];
  selectors: Selector[];
}

interface Match {
  route: Route;
  values: Record<string, string>;
}

/** A literal text, or a text with the names of parameters in it. */
interface Segment {
  text: string;
  names: string[];
  /** Match a text that has parameters and other characters; the first that does has the values. */
  patterns?: RegExp[];
}

function createRoute(document: ApiDocument, operation: DocumentOperation): Route {
  const { method, path } = operation;
  const [sent = ""] = path.split("#", 1);
  return {
    method: method.toUpperCase(),
    operation,
    segments: sent.split("/").map((template) => createSegment(template, valuesOf(document, operation))),
    selectors: operationSelectors(document, operation),
  };
}

/** The pattern of a path parameter's values, if its type or enum has one. */
type ValuesOf = (name: string) => string | undefined;

const valuesByType: Record<string, string> = {
  boolean: "true|false",
  integer: "-?\\d+",
  number: "-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?",
};

function valuesOf(document: ApiDocument, { parameters }: DocumentOperation): ValuesOf {
  return (wanted) => {
    const schema = parameters.find(({ in: place, name }) => place === "path" && name === wanted)?.schema;
    const { type, enum: values } = schema === undefined ? {} : resolve<Schema>(document, schema);
    return Array.isArray(values)
      ? values.map((value) => literally(String(value))).join("|")
      : valuesByType[String(type)];
  };
}

function createSegment(template: string, ofParameter: ValuesOf): Segment {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return { text: percentDecoded(template), names };
  const text = template.replaceAll(/\{[^}]+\}/g, "{}");
  if (text === "{}") return { text, names };
  const [first = "", ...following] = text.split("{}").map((literal) => literally(percentDecoded(literal)));
  const patternOf = (values: ValuesOf): RegExp => {
    const rest = following.map((literal, at) => {
      // A parameter ends at the first occurrence of what follows, but at the last dot if only one parameter follows:
      // `a.min.js` is `a.min` and `js`.
      const isLastPoint = literal.startsWith("\\.") && at === names.length - 2 && following.at(-1) === "";
      const any = isLastPoint ? ".+" : ".+?";
      return `(${values(names[at] ?? "") ?? any})${literal}`;
    });
    return new RegExp(`^${first}${rest.join("")}$`, "s");
  };
  // Invalid values are split by the characters between the parameters.
  const patterns = names.length > 1 ? [ofParameter, () => undefined] : [() => undefined];
  return { text, names, patterns: patterns.map(patternOf) };
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** The path parameters; undefined if the path doesn't match. */
function valuesIn({ segments }: Route, sent: string[]): Record<string, string> | undefined {
  const values: [string, string][] = [];
  for (const [index, { text, names, patterns }] of segments.entries()) {
    const given = sent[index] ?? "";
    if (names.length === 0) {
      if (given !== text) return undefined;
    } else if (patterns) {
      const found = patterns.find((pattern) => pattern.test(given))?.exec(given);
      if (!found) return undefined;
      for (const [at, name] of names.entries()) values.push([name, found[at + 1] ?? ""]);
    } else {
      // A path parameter can't be empty.
      if (given === "") return undefined;
      values.push([names[0] ?? "", given]);
    }
  }
  return Object.fromEntries(values);
}

/** The first differing segment decides: literal text before text with parameters, and that before a parameter. */
function compareRoutes(one: Route, other: Route): number {
  for (const [index, segment] of one.segments.entries()) {
    const difference = openness(segment) - openness(other.segments[index] as Segment);
    if (difference !== 0) return difference;
  }
  return 0;
}

function openness({ text, names, patterns }: Segment): number {
  if (names.length === 0) return 0;
  return patterns ? 1 + 1 / text.length : 2;
}

/** Of several operations with the same method and path: the one whose query and headers the request has. */
function chosen(matches: Match[], rest: (() => RestOfRequest) | undefined): Match {
  const [first] = matches as [Match];
  if (matches.length === 1) return first;
  const { search = "", headers = [] } = rest?.() ?? {};
  const query = new URLSearchParams(search);
  const sent = new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]));
  const isMet = ({ in: place, name, value }: Selector): boolean => {
    const text = place === "query" ? query.get(name) : sent.get(name.toLowerCase());
    return value === undefined ? typeof text === "string" : text === value;
  };
  const ranked = matches.map((match) => {
    const { selectors } = match.route;
    const met = selectors.filter(isMet).length;
    return { match, met, missing: selectors.length - met };
  });
  ranked.sort((one, other) => {
    const isBetter = Number(one.missing > 0) - Number(other.missing > 0);
    return isBetter || other.met - one.met || one.missing - other.missing;
  });
  return ranked[0]?.match ?? first;
}
