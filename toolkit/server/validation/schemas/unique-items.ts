import type { Ajv } from "ajv";
import { defineCheck } from "./define-check.ts";

/**
 * Replaces `uniqueItems` with a keyword that visits each item once. ajv compares every pair if items may be
 * objects, which takes three seconds for 10,000 items.
 */
export function defineUniqueItems(ajv: Ajv): void {
  const definition = { keyword: "uniqueItems", type: "array", schemaType: "boolean" } as const;
  defineCheck(ajv, definition, (isUnique: boolean) => (isUnique ? checkUnique : undefined));
}

function checkUnique(items: unknown) {
  const duplicate = findDuplicate(items as unknown[]);
  if (!duplicate) return undefined;
  const [j, i] = duplicate;
  const message = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`;
  return [{ message, params: { i, j } }];
}

/** The indices of two equal items. */
function findDuplicate(items: unknown[]): [first: number, second: number] | undefined {
  const seen = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    // Strings get a prefix because an object may serialize to the same text.
    const key =
      typeof item === "object" && item !== null
        ? canonical(item)
        : typeof item === "string"
          ? `"${item}`
          : item;
    const first = seen.get(key);
    if (first !== undefined) return [first, index];
    seen.set(key, index);
  }
  return undefined;
}

/**
 * Returns the same text for objects with the same members in any order. Values that aren't JSON are returned
 * as they are.
 */
function canonical(value: object): unknown {
  if (!isJson(value)) return value;
  return JSON.stringify(value, (_key, member) =>
    typeof member === "object" && member !== null && !Array.isArray(member) && isJson(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [two]) => (one < two ? -1 : 1)))
      : member,
  );
}

function isJson(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
