import { type ApiDocument, type DocumentOperation, resolve, type Schema } from "../document/document.ts";
import { operationSelectors } from "../document/operation-selectors.ts";
import { own, setOwn } from "../document/own.ts";
import { parameterNames } from "../document/path-template.ts";
import { isSameSelector, type Selector } from "../document/selectors.ts";
import type { RequestContext } from "./context.ts";
import type { ExchangeRequest, RequestHeaders } from "./exchange.ts";
import { createPathTree, pathPattern, type TextPatterns } from "./path-tree.ts";

/** Finds a request's operation and stores it in the context, in time independent of the number of paths. */
export function createRouter(document: ApiDocument, basePath = "") {
  const { find, methodsAt } = createOperationTrees(document, basePath);
  return (req: ExchangeRequest, context: RequestContext): DocumentOperation | undefined => {
    const found = find(req.method, req.url, context.path, req);
    if (!found) {
      const { methods, isUndecodable } = methodsAt(req.url, context.path);
      if (isUndecodable) context.hasUndecodablePath = true;
      if (methods.length > 0) context.allow = allowed(methods);
      return undefined;
    }
    const { segments, isUndecodable } = found;
    const { operation, names } = found.place;
    if (isUndecodable) context.hasUndecodablePath = true;
    // Node omits the body of a HEAD response; all other steps see a GET.
    if (req.method === "HEAD" && operation.method === "get") {
      context.isHead = true;
      req.method = "GET";
    }
    context.operation = operation;
    if (names.length > 0) context.pathParams = named(names, segments);
    return operation;
  };
}

function named(names: string[], segments: string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (let at = 0; at < names.length; at++) setOwn(params, names[at] ?? "", segments[at] ?? "");
  return params;
}

/**
 * The operations of a document by method and path: one radix tree of paths per method, as in Fastify, so that the most specific path with the method wins. In
 * a single tree, PUT `/services/asana` would hide GET `/services/{slug}`.
 */
export function createOperationTrees(document: ApiDocument, basePath = "") {
  const { operations } = document;
  const treeOf = (methods: string[]) => {
    // Paths that differ only in parameter names or fragments share a place.
    const places = new Map<string, [path: string, Target[], TextPatterns]>();
    for (const wanted of methods) {
      for (const operation of operations) {
        if (operation.method.toUpperCase() !== wanted) continue;
        const path = basePath + operation.path;
        const target = { operation, names: parameterNames(operation.path) };
        const pattern = pathPattern(path);
        const before = (places.get(pattern)?.[1] ?? []).filter(
          (one) => one.operation.method === operation.method,
        );
        places.set(pattern, [path, [...before, target], textPatterns(document, operation)]);
      }
    }
    return createPathTree(
      [...places.values()].map(([path, targets, patterns]): [string, Target, TextPatterns] => {
        const [target] = targets as [Target];
        if (targets.length === 1) return [path, target, patterns];
        return [path, { ...target, choose: createChoice(document, targets) }, patterns];
      }),
    );
  };
  const names = new Set(operations.map(({ method }) => method.toUpperCase()));
  const trees = new Map([...names].map((name) => [name, treeOf([name])]));
  const forHead = names.has("HEAD") ? treeOf(["GET", "HEAD"]) : trees.get("GET");

  return {
    /**
     * Falls back to GET for HEAD if the path has no HEAD (RFC 9110, 9.3.2).
     * @param request read only if several operations share the method and the path
     */
    find(method: string, url: string, path: string, request: RoutedRequest) {
      const tree = method === "HEAD" ? forHead : trees.get(method);
      const found = tree?.(url, path);
      return found?.place.choose ? { ...found, place: found.place.choose(request) } : found;
    },
    /** The methods of a path, in capitals. */
    methodsAt(url: string, path: string) {
      const methods: string[] = [];
      let isUndecodable = false;
      for (const [name, tree] of trees) {
        const found = tree(url, path);
        if (!found) continue;
        methods.push(name);
        isUndecodable ||= found.isUndecodable;
      }
      return { methods, isUndecodable };
    },
  };
}

/** Bounded, since several in one segment may be adjacent. */
const patternByType: Record<string, string> = {
  boolean: "true|false",
  integer: "-?[0-9]{1,40}",
  number: "-?[0-9]{1,40}(?:\\.[0-9]{1,40})?(?:[eE][-+]?[0-9]{1,3})?",
};

/** Patterns that separate parameters within one segment, from their types and enums. */
function textPatterns(document: ApiDocument, { parameters }: DocumentOperation): TextPatterns {
  const patterns: TextPatterns = {};
  for (const { in: place, name, schema, style = "simple" } of parameters) {
    if (place !== "path" || style !== "simple" || schema === undefined) continue;
    const { type, enum: values } = resolve<Schema>(document, schema);
    const pattern = Array.isArray(values) ? oneOf(values) : own(patternByType, String(type));
    if (pattern !== undefined) setOwn(patterns, name, pattern);
  }
  return patterns;
}

/** Undefined if a value would be percent-encoded in a path. */
function oneOf(values: unknown[]): string | undefined {
  const texts = values.filter((value) => value !== null && value !== "").map(String);
  if (texts.length === 0 || !texts.every((text) => /^[\w.~-]+$/.test(text))) return undefined;
  return texts.map((text) => text.replaceAll(".", "\\.")).join("|");
}

/** The parts of a request that selectors read. */
interface RoutedRequest {
  /** The URL with its query. */
  url: string;
  /** By lower-case name. */
  headers: RequestHeaders;
}

/** An operation and its path parameters' names, in order. */
export interface Target {
  operation: DocumentOperation;
  names: string[];
  /** Picks one of several operations with the same method and path. */
  choose?: (request: RoutedRequest) => Target;
}

interface Candidate {
  target: Target;
  selectors: Selector[];
}

/**
 * Chooses between operations with the same method and path: the one with the most matching selectors, or else the closest,
 * whose validator then reports the mistake. Constant time if one parameter distinguishes the operations.
 */
export function createChoice(document: ApiDocument, targets: Target[]): (request: RoutedRequest) => Target {
  const candidates = targets
    .map((target) => ({ target, selectors: operationSelectors(document, target.operation) }))
    .sort((a, b) => b.selectors.length - a.selectors.length);
  const last = candidates.at(-1) as Candidate;
  const key = mostSelective(candidates);
  const byValue = Map.groupBy(
    candidates,
    ({ selectors }) => key && selectors.find((selector) => isSameSelector(selector, key))?.value,
  );

  return ({ url, headers }) => {
    const [, search = ""] = url.split("?", 2);
    const query = new URLSearchParams(search);
    const read = ({ in: place, name }: Selector) =>
      place === "query" ? query.get(name) : own(headers, name.toLowerCase());
    const has = (selector: Selector): boolean => {
      const text = read(selector);
      return selector.value === undefined ? text !== null && text !== undefined : text === selector.value;
    };
    const fits = ({ selectors }: Candidate): boolean => selectors.every(has);
    const value = key && read(key);
    const named = typeof value === "string" ? (byValue.get(value) ?? []) : [];
    const others = byValue.get(undefined) ?? [];
    return (named.find(fits) ?? others.find(fits) ?? named[0] ?? others.at(-1) ?? last).target;
  };
}

/** The parameter whose values distinguish the most operations. */
function mostSelective(candidates: Candidate[]): Selector | undefined {
  const all = candidates.flatMap(({ selectors }) => selectors).filter(({ value }) => value !== undefined);
  const byName = [
    ...Map.groupBy(
      all,
      ({ in: place, name }) => `${place} ${place === "header" ? name.toLowerCase() : name}`,
    ).values(),
  ];
  const valuesOf = (selectors: Selector[]): number => new Set(selectors.map(({ value }) => value)).size;
  return byName.sort((a, b) => valuesOf(b) - valuesOf(a))[0]?.[0];
}

/** The `Allow` header for a path with these methods: GET implies HEAD, and OPTIONS is always allowed. */
export function allowed(methods: string[]): string[] {
  const all = new Set([...methods, "OPTIONS"]);
  if (all.has("GET")) all.add("HEAD");
  return [...all].sort();
}
