import {
  type ApiDocument,
  isObject,
  partsOf,
  resolve,
  type Schema,
  summarizeSchema,
} from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import { isSameValue } from "./same-value.ts";

/** A value and its schema. */
export interface Described {
  schema: Schema;
  value: unknown;
}

export interface Difference {
  /** JSON pointer. */
  pointer: string;
  sent: unknown;
  /** Undefined if it is missing. */
  answered: unknown;
}

/** Names of values that servers set although a document doesn't mark them `readOnly`. */
const setByServer =
  /^_?(id|uuid|_id|etag|rev|revision|version|_v|href|url|uri|self|links?|_links|status|state|phase|timestamp|created|updated|modified|count|total)$|([a-z](At|On|By)|_(at|on|by)|^(created|updated|modified|last)([A-Z_].*)?|[vV]ersion)$/;

/** Names of values that servers mask or store in another form. */
const masked = /pass(word|phrase|code)|secret|token|^pin$|cvv|cvc|hash|card|iban/i;

export function isSetByServer(name: string): boolean {
  return setByServer.test(name);
}

/**
 * Finds values that were sent and come back different. Only members count that both schemas have and that
 * clients may write.
 * @param canBeMissing whether a member may be left out
 */
export function changedValues(
  document: ApiDocument,
  sent: Described,
  answered: Described,
  { canBeMissing }: { canBeMissing: boolean },
): Difference[] {
  const differences: Difference[] = [];

  const compare = (one: Described, other: Described, pointer: string): void => {
    if (Array.isArray(one.value) && Array.isArray(other.value)) {
      if (isOtherList(one.value, other.value)) add(one, other, pointer);
    } else if (isObject(one.value) && isObject(other.value)) compareMembers(one, other, pointer);
    else if (isScalar(one.value) && isScalar(other.value) && typeof one.value === typeof other.value) {
      if (!isSameValue(one.value, other.value) && !isRounded(one, other)) add(one, other, pointer);
    } else if (isNumber(one.value) && isNumber(other.value) && !isSameValue(one.value, other.value)) {
      add(one, other, pointer);
    }
  };
  const add = (one: Described, other: Described, pointer: string): void => {
    differences.push({ pointer, sent: one.value, answered: other.value });
  };
  const compareMembers = (one: Described, other: Described, pointer: string): void => {
    const { properties: written } = summarizeSchema(document, one.schema);
    const { properties: read } = summarizeSchema(document, other.schema);
    for (const [name, value] of Object.entries(one.value as object)) {
      const [schema, readSchema] = [own(written, name), own(read, name)];
      if (!schema || !readSchema || isSetByServer(name) || masked.test(name)) continue;
      if (isOneWay(document, schema) || isOneWay(document, readSchema)) continue;
      const found: unknown = own(other.value as Record<string, unknown>, name);
      if (found !== undefined)
        compare({ schema, value }, { schema: readSchema, value: found }, `${pointer}/${name}`);
      else if (!canBeMissing && !isEmptyValue(value) && !isSameValue(value, readSchema.default)) {
        differences.push({ pointer: `${pointer}/${name}`, sent: value, answered: undefined });
      }
    }
  };

  compare(sent, answered, "");
  return differences;
}

/** The part of a response that has the members which were sent: itself, or what an envelope such as `data` holds. */
export function unwrapped(document: ApiDocument, sent: unknown, answered: Described): Described {
  if (!isObject(sent) || !isObject(answered.value)) return answered;
  const names = Object.keys(sent);
  const has = (value: object): boolean => names.some((name) => Object.hasOwn(value, name));
  if (has(answered.value)) return answered;
  const { properties } = summarizeSchema(document, answered.schema);
  const inner = Object.entries(answered.value).filter(([, value]) => isObject(value));
  const [only] = inner.length === 1 ? inner : inner.filter(([name]) => name === "data");
  if (!only) return answered;
  const [name, value] = only;
  const schema = own(properties, name);
  return schema && has(value as object) ? { schema, value } : answered;
}

/** Whether the values of a list differ, in any order. A server may drop duplicates. */
function isOtherList(sent: unknown[], answered: unknown[]): boolean {
  if (!sent.every(isScalar) || !answered.every(isScalar)) {
    return (
      sent.length !== answered.length &&
      new Set(sent.map((one) => JSON.stringify(one))).size > answered.length
    );
  }
  const isIn = (value: unknown, list: unknown[]): boolean => list.some((one) => isSameValue(value, one));
  return !sent.every((one) => isIn(one, answered)) || !answered.every((one) => isIn(one, sent));
}

function isScalar(value: unknown): boolean {
  return value !== null && ["string", "number", "bigint", "boolean"].includes(typeof value);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** Whether the response's schema says how the number is rounded. */
function isRounded({ value }: Described, answered: Described): boolean {
  const { multipleOf } = answered.schema;
  if (typeof multipleOf !== "number" || typeof value !== "number") return false;
  return Math.abs(value - Number(answered.value)) < multipleOf && value % multipleOf !== 0;
}

/** Many servers leave out what is empty or has its default. */
export function isEmptyValue(value: unknown): boolean {
  if (!value) return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

function isOneWay(document: ApiDocument, schema: Schema): boolean {
  return partsOf((one) => resolve(document, one), schema).some(
    ({ readOnly, writeOnly, format, contentEncoding }) =>
      readOnly === true ||
      writeOnly === true ||
      contentEncoding !== undefined ||
      ["password", "binary", "byte"].includes(String(format)),
  );
}
