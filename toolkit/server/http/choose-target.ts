import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { operationSelectors } from "../document/operation-selectors.ts";
import { own } from "../document/own.ts";
import { isSameSelector, type Selector } from "../document/selectors.ts";
import type { RequestHeaders } from "./exchange.ts";

/** The parts of a request that selectors read. */
export interface Said {
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
  choose?: (said: Said) => Target;
}

interface Candidate {
  target: Target;
  selectors: Selector[];
}

/**
 * Chooses between operations with the same method and path: the one with the most matching selectors, or else the closest,
 * whose validator then reports the mistake. Constant time if one parameter distinguishes the operations.
 */
export function createChoice(document: ApiDocument, targets: Target[]): (said: Said) => Target {
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
