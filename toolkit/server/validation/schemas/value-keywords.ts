import type { Direction } from "../../document/schemas/closed-schema.ts";
import { createIsMultiple } from "../../document/schemas/multiple-of.ts";
import { isObject } from "../../document/walk.ts";
import type { CheckKeyword } from "./check-keyword.ts";

/** Replaces `multipleOf` with a keyword that uses decimal arithmetic. */
export const multipleOf: CheckKeyword = {
  keyword: "multipleOf",
  type: "number",
  schemaType: "number",
  createCheck(multipleOf: number) {
    const isMultiple = createIsMultiple(multipleOf);
    const faults = [{ message: `must be multiple of ${multipleOf}`, params: { multipleOf } }];
    return (value) => (isMultiple(value as number) ? undefined : faults);
  },
};

/**
 * Replaces `uniqueItems` with a keyword that visits each item once. ajv compares every pair if items may be
 * objects, which takes three seconds for 10,000 items.
 */
export const uniqueItems: CheckKeyword = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  createCheck: (isUnique: boolean) => (isUnique ? checkUnique : undefined),
};

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

/**
 * Matches a Blob; in JSON, which has no bytes, a text. ajv's own types can't distinguish a Blob from other
 * objects.
 */
export const bytesKeyword = "x-bytes";

export const bytes: CheckKeyword = {
  keyword: bytesKeyword,
  createCheck:
    ({ isNullable }: { isNullable: boolean }) =>
    (value) => {
      if (typeof value === "string" || value instanceof Blob || (isNullable && value === null))
        return undefined;
      return [{ keyword: "type", message: "must be string", params: { type: "string" } }];
    },
};

/** Refuses `readOnly` properties in requests, or `writeOnly` ones in responses. Accepts null and whole bodies. */
export function directionKeyword(direction: Direction): CheckKeyword {
  const [keyword, message] =
    direction === "request"
      ? (["readOnly", "is read-only"] as const)
      : (["writeOnly", "is write-only"] as const);
  return {
    keyword,
    createCheck(isMarked: unknown) {
      if (isMarked !== true) return undefined;
      return (value, { instancePath, parentData, parentDataProperty }) => {
        const isProperty = isObject(parentData) && !isWhole(instancePath);
        if (value === null || value === undefined || !isProperty) return undefined;
        return [{ message, params: { [keyword]: parentDataProperty } }];
      };
    },
  };
}

/** Whether the path points to a whole body, item, header or parameter. */
function isWhole(instancePath: string): boolean {
  return /^\/((body|item|value)|(path|query|headers|cookies)\/[^/]*)$/.test(instancePath);
}
