import { isDeepStrictEqual } from "node:util";
import { annotationKeywords, type Schema } from "@counterpart/server/document";
import { type Flat, typeOf } from "./flat.ts";

// Compiling a validator takes as long as generating hundreds of values, and large documents have thousands of
// choices and examples. Only the outermost value is always validated.

/** Keywords that valid parts alone don't fulfil. */
const needsCheck = [
  "contains",
  "propertyNames",
  "patternProperties",
  "dependentRequired",
  "dependentSchemas",
];

/** Whether values are valid by construction if their parts are. */
export function isByConstruction(flat: Flat, flatten: (schema: Schema) => Flat): boolean {
  const { keywords, patterns, groups, conditionals, nots } = flat;
  if (conditionals.length + nots.length > 0) return false;
  const [group, ...others] = groups;
  if (!group)
    return (
      patterns.length + Number("format" in keywords) <= 1 &&
      !needsCheck.some((keyword) => keyword in keywords)
    );
  // Keywords beside a choice are merged into each branch, which isn't always exact.
  if (others.length > 0 || isBound(flat)) return false;
  const branches = group.branches.map(flatten);
  const isEach = branches.every((branch) => isByConstruction(branch, flatten));
  return isEach && (group.keyword === "anyOf" || areDisjoint(branches));
}

/** Whether a value fits a schema with only a type or an enum; undefined for other schemas. */
export function fitsSimply(flat: Flat, value: unknown): boolean | undefined {
  const { types, groups, conditionals, nots, keywords } = flat;
  const { enum: members, ...rest } = keywords;
  if (groups.length + conditionals.length + nots.length > 0) return undefined;
  if (isBound({ ...flat, keywords: rest })) return undefined;
  const isMember = !Array.isArray(members) || members.some((one) => isDeepStrictEqual(one, value));
  return types.includes(typeOf(value)) && isMember;
}

function isBound({ keywords, patterns }: Flat): boolean {
  return patterns.length > 0 || Object.keys(keywords).some((keyword) => !annotationKeywords.has(keyword));
}

function areDisjoint(branches: Flat[]): boolean {
  const all = branches.flatMap(({ types }) => types);
  return new Set(all).size === all.length;
}
