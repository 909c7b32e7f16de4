import { type ApiDocument, type DocumentOperation, resolve, type Schema } from "../document/document.ts";
import { own, setOwn } from "../document/own.ts";
import { parameterNames } from "../document/path-template.ts";
import { createChoice, type Said, type Target } from "./choose-target.ts";
import { pathPattern, type TextPatterns } from "./path-pattern.ts";
import { createPathTree, type FoundPath } from "./path-tree.ts";

/** The operations of a document by method and path. */
export interface OperationTrees {
  /**
   * Falls back to GET for HEAD if the path has no HEAD (RFC 9110, 9.3.2).
   * @param said read only if several operations share the method and the path
   */
  find: (method: string, url: string, path: string, said: Said) => FoundPath<Target> | undefined;
  /** The methods of a path, in capitals. */
  methodsAt: (url: string, path: string) => { methods: string[]; isUndecodable: boolean };
}

/**
 * One radix tree of paths per method, as in Fastify, so that the most specific path with the method wins. In
 * a single tree, PUT `/services/asana` would hide GET `/services/{slug}`.
 */
export function createOperationTrees(document: ApiDocument, basePath = ""): OperationTrees {
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
    find(method, url, path, said) {
      const tree = method === "HEAD" ? forHead : trees.get(method);
      const found = tree?.(url, path);
      return found?.place.choose ? { ...found, place: found.place.choose(said) } : found;
    },
    methodsAt(url, path) {
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
