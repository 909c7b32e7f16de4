import { type ApiDocument, resolve, type Schema } from "../document.ts";
import { isObject, objectIn, visits } from "../walk.ts";
import { otherItems, otherProperties } from "./other-properties.ts";
import { type Follow, partsOf } from "./parts-of.ts";

/** The mark of properties that a value may not have: `readOnly` in requests, `writeOnly` in responses. */
export type Mark = "readOnly" | "writeOnly";

/** Removes the properties that the schema marks, at any depth and in every alternative. */
export function omitMarked(
  document: Pick<ApiDocument, "root">,
  schema: Schema | undefined,
  value: unknown,
  mark: Mark,
): unknown {
  const follow: Follow = (one) => resolve(document, one);
  return omitted(value, schema ? partsOf(follow, schema) : []);

  function omitted(value: unknown, parts: Schema[]): unknown {
    if (value === null || typeof value !== "object" || parts.length === 0) return value;
    if (Array.isArray(value)) {
      const items = parts.flatMap((part) => within(otherItems(part)));
      return value.map((one) => omitted(one, items));
    }
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) => {
        const schemas = parts.flatMap((part) => memberParts(part, name));
        return schemas.some((one) => one[mark] === true) ? [] : [[name, omitted(member, schemas)]];
      }),
    );
  }

  function memberParts(part: Schema, name: string): Schema[] {
    const { properties } = part;
    const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return within(own ?? otherProperties(part));
  }

  function within(schema: unknown): Schema[] {
    return isObject(schema) ? partsOf(follow, schema) : [];
  }
}

/** The properties that a value may not have, from the schema and others that apply to the same value. */
export function markedNames(follow: Follow, schema: Schema, mark: Mark): Set<string> {
  const properties = partsOf(follow, schema).flatMap((part) => Object.entries(objectIn(part.properties)));
  const marked = properties.filter(([, property]) => isMarked(follow, property, mark));
  return new Set(marked.map(([name]) => name));
}

/** A mark is often beside the property's reference or in its `allOf`. */
export function isMarked(follow: Follow, property: unknown, mark: Mark): boolean {
  return isObject(property) && partsOf(follow, property, ["allOf"]).some((part) => part[mark] === true);
}

/** Whether any property is marked `readOnly` or `writeOnly`. */
export function hasReadOrWriteOnly({ root }: Pick<ApiDocument, "root">): boolean {
  return [...visits(root as never)].some(({ node }) => node.readOnly === true || node.writeOnly === true);
}
