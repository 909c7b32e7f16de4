import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { ApiDocument, Parameter } from "@counterpart/server/document";
import { getOrMake } from "@counterpart/server/values";
import fc from "fast-check";
import { serialise } from "./parameter-text.ts";
import { parameterValues } from "./parameter-values.ts";
import { ifReachable } from "./values/arbitraries.ts";

/** By document, so that no two operations get the same key. */
const usedKeys = new WeakMap<ApiDocument, Set<string>>();

/**
 * Creates values for `Idempotency-Key` that no other request has: a server answers a known key with the first
 * response, or refuses it. Undefined if the schema allows no others than its examples.
 */
export function freshKeys(document: ApiDocument, parameter: Parameter): () => string | undefined {
  const { isValid, values } = parameterValues(document, parameter, { charset: "token" });
  const used = getOrMake(usedKeys, document, () => new Set());
  used.add(String(parameter.example));
  const generated = (): unknown[] =>
    ifReachable(() => fc.sample(values(), { numRuns: 50, seed: randomInt(2 ** 31) })) ?? [];
  return () => {
    const usual = [randomUUID(), randomBytes(16).toString("hex"), randomInt(2 ** 47)];
    for (const value of lazily([() => usual, generated])) {
      const text = isValid(value) ? serialise(parameter, value) : undefined;
      if (text === undefined || used.has(text)) continue;
      used.add(text);
      return text;
    }
    return undefined;
  };
}

function* lazily(lists: (() => unknown[])[]): Iterable<unknown> {
  for (const list of lists) yield* list();
}
