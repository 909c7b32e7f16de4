import {
  type Follow,
  isMarked,
  isObject,
  partsOf,
  resolve,
  type Schema,
  targetOf,
} from "@counterpart/server/document";
import type { SchemaTypes, Standing } from "./schema-types.ts";

/** Adds the properties that a schema marks, itself or in its `allOf`: they are left out of all its parts. */
export function withOmitted(types: SchemaTypes, schema: Schema, standing: Standing): Standing {
  const own = markedIn(types, schema);
  if (own.length === 0) return standing;
  return { ...standing, omitted: new Set([...(standing.omitted ?? []), ...own]) };
}

/** The properties that only other parts of a composition mark, and that a referenced part therefore still has. */
export function omittedFrom(types: SchemaTypes, ref: string, { omitted }: Standing): string[] {
  if (omitted === undefined || omitted.size === 0) return [];
  const target = targetOf<Schema>(types.document, ref);
  const own = new Set(markedIn(types, target));
  const names = new Set(
    partsOf(followIn(types), target)
      .flatMap(propertiesOf)
      .map(([name]) => name),
  );
  return [...omitted].filter((name) => names.has(name) && !own.has(name));
}

function markedIn(types: SchemaTypes, schema: Schema): string[] {
  const { omits } = types;
  if (omits === undefined) return [];
  const follow = followIn(types);
  return partsOf(follow, schema, ["allOf"])
    .flatMap(propertiesOf)
    .filter(([, property]) => isMarked(follow, property, omits))
    .map(([name]) => name);
}

function propertiesOf({ properties }: Schema): [string, unknown][] {
  return isObject(properties) ? Object.entries(properties) : [];
}

function followIn({ document }: SchemaTypes): Follow {
  return (schema) => resolve<Schema>(document, schema);
}
