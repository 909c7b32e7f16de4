import { isMarked, resolve, type Schema } from "@counterpart/server/document";
import { isAnything, isNothing, names, otherProperties, patternOf, propertyOf } from "./members.ts";
import { flattened, type Piece, pieceOf } from "./piece.ts";
import {
  compareCounts,
  findingOf,
  inOrder,
  keywordChanged,
  type Relation,
  type SchemaFinding,
} from "./relation.ts";
import type { Shape } from "./shape.ts";

/** Compares properties by name, and which of them are required. */
export function compareObjects(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  if (!sub.types.has("object")) return [];
  const own = new Set([...sub.objects, ...sup.objects].flatMap(({ properties }) => [...properties.keys()]));
  const least = Math.max(sub.minProperties, requiredOf(sub, relation).size);
  return [
    ...compareRequired(relation),
    ...compareCounts(relation, "minProperties", "maxProperties", least),
    ...[...own].flatMap((name) => compareProperty(relation, name)),
    ...comparePatterns(relation),
    ...compareOthers(relation),
    ...compareNames(relation),
    ...compareDependents(relation),
  ];
}

/** Properties that aren't sent in this direction can't be required. */
function requiredOf({ required, objects }: Shape, relation: Relation): Set<string> {
  const isSent = (name: string) => !propertyOf({ objects }, name).some((piece) => isUnsent(piece, relation));
  return new Set([...required].filter(isSent));
}

/** Requests omit `readOnly` properties, and responses omit `writeOnly` ones. */
function isUnsent({ schema, document }: Piece, { direction }: Relation): boolean {
  const mark = direction === "request" ? "readOnly" : "writeOnly";
  return isMarked((one) => resolve<Schema>(document, one), schema, mark);
}

function compareRequired(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  const given = requiredOf(sub, relation);
  const missing = [...requiredOf(sup, relation)].filter((name) => !given.has(name));
  if (missing.length === 0) return [];
  const listed = missing.map((name) => `\`${name}\``).join(", ");
  const [rule, message] =
    relation.direction === "request"
      ? (["required-properties-added", `Properties became required: ${listed}.`] as const)
      : (["required-properties-removed", `Properties are no longer required: ${listed}.`] as const);
  return [findingOf(relation, rule, message, { keyword: "required" })];
}

function compareProperty(relation: Relation, name: string): SchemaFinding[] {
  const { sub, sup, direction, isStrict } = relation;
  const [one, other] = [propertyOf(sub, name), propertyOf(sup, name)];
  const words = [name];
  const [subUnsent, supUnsent] = [one, other].map((pieces) =>
    pieces.some((piece) => isUnsent(piece, relation)),
  );
  const [before, after] = inOrder(direction, one, other);
  const [wasUnsent, isUnsentNow] = inOrder(direction, subUnsent, supUnsent);
  if (isUnsentNow && !wasUnsent && !isStrict && !isNothing(before))
    return [becameUnsent(relation, after, words)];
  if (subUnsent || (isNothing(one) && (isStrict || direction === "request"))) return [];
  if (supUnsent) return isStrict ? relation.within(one, nothing(other), words) : [];
  if (isStrict) return relation.within(one, other, words);
  const [wasNamed, isNamed] = [names(relation.before, name), names(relation.after, name)];
  // Open objects grow by new optional properties; no client or server has sent this one so far.
  if (!wasNamed && isAnything(before) && describesObjects(relation.before)) return [];
  if (wasNamed && !isNothing(before) && (isNothing(after) || (!isNamed && isAnything(after))))
    return [removed(relation, name)];
  if (!wasNamed && isNothing(before) && direction === "response") {
    const message = `The object had no other properties, and has \`${name}\` now.`;
    return [findingOf(relation, "schema-constraint-changed", message, { words })];
  }
  return relation.within(one, other, words);
}

/** Whether values are known to be objects, as opposed to anything. */
function describesObjects({ objects, types }: Shape): boolean {
  return objects.length > 0 || (types.size === 1 && types.has("object"));
}

function nothing([piece]: Piece[]): Piece[] {
  return piece ? [pieceOf(false, piece.pointer, piece.document)] : [];
}

function becameUnsent(relation: Relation, pieces: Piece[], words: string[]): SchemaFinding {
  const [mark, rule, message] =
    relation.direction === "request"
      ? (["readOnly", "became-read-only", "It can't be sent any more: it is readOnly."] as const)
      : (["writeOnly", "became-write-only", "It isn't answered any more: it is writeOnly."] as const);
  const marked = flattened(pieces).find(({ schema }) => Object(schema)[mark] === true) ?? pieces[0];
  return findingOf(relation, rule, message, { pointer: marked?.pointer ?? "#", words });
}

function removed(relation: Relation, name: string): SchemaFinding {
  const [written] = names(relation.after, name) ? propertyOf(relation.after, name) : [];
  const message = `Property \`${name}\` was removed.`;
  return findingOf(relation, "property-removed", message, {
    words: [name],
    ...(written && { pointer: written.pointer }),
  });
}

function comparePatterns(relation: Relation): SchemaFinding[] {
  const { sub, sup, before, after } = relation;
  const patterns = new Set([...sub.objects, ...sup.objects].flatMap((part) => [...part.patterns.keys()]));
  const has = ({ objects }: Shape, pattern: string) => objects.some((part) => part.patterns.has(pattern));
  return [...patterns].flatMap((pattern) => {
    const [one, other] = [patternOf(sub, pattern), patternOf(sup, pattern)];
    const now = patternOf(after, pattern);
    if (
      has(before, pattern) &&
      !has(after, pattern) &&
      !relation.isStrict &&
      (isNothing(now) || isAnything(now))
    ) {
      const message = `The properties that fit \`${pattern}\` aren't described any more.`;
      return [findingOf(relation, "pattern-properties-removed", message)];
    }
    return isNothing(one) ? [] : relation.within(one, other, [`\`${pattern}\``]);
  });
}

function compareOthers(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  const [one, other] = [otherProperties(sub), otherProperties(sup)];
  if (isNothing(one)) return [];
  if (!isNothing(other)) return relation.within(one, other, ["additionalProperties"]);
  // Properties that the other side names or matches have been compared; `propertyNames` may allow no others.
  if (sub.propertyNames.length > 0 && namesAreKnown(sub, sup)) return [];
  const message =
    relation.direction === "request"
      ? "The object is closed now: properties that it doesn't name are refused."
      : "The object was closed, and can have properties that it doesn't name now.";
  return [findingOf(relation, "schema-constraint-changed", message, { keyword: "additionalProperties" })];
}

function namesAreKnown({ propertyNames }: Shape, sup: Shape): boolean {
  return flattened(propertyNames).some(({ schema }) => {
    const { enum: values, const: value } = Object(schema);
    if (!Array.isArray(values) && value === undefined) return false;
    const listed: unknown[] = Array.isArray(values) ? values : [value];
    return listed.every((name) => typeof name !== "string" || names(sup, name));
  });
}

function compareNames(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  const [first] = sup.pieces;
  if (sup.propertyNames.length === 0 || !first) return [];
  const compared = (schema: unknown, others: Piece[]) => {
    const pieces = [...others, pieceOf(schema, first.pointer, first.document)];
    return relation.within(pieces, sup.propertyNames, ["propertyNames"]);
  };
  // The names of a closed object are known.
  if (isNothing(otherProperties(sub)) && !sub.objects.some(({ patterns }) => patterns.size > 0)) {
    const known = [...new Set(sub.objects.flatMap(({ properties }) => [...properties.keys()]))];
    return known.length > 0 ? compared({ enum: known }, []) : [];
  }
  return compared({ type: "string" }, sub.propertyNames);
}

function compareDependents(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  const given = requiredOf(sub, relation);
  const findings: SchemaFinding[] = [];
  for (const [name, asked] of sup.dependentRequired) {
    if (isNothing(propertyOf(sub, name))) continue;
    const known = sub.dependentRequired.get(name);
    const missing = [...asked].filter((one) => !given.has(one) && !known?.has(one) && one !== name);
    if (missing.length === 0) continue;
    const change = [known && { [name]: [...known] }, { [name]: [...asked] }] as [unknown, unknown];
    findings.push(keywordChanged(relation, "dependentRequired", change));
  }
  for (const [name, piece] of sup.dependentSchemas) {
    if (isNothing(propertyOf(sub, name))) continue;
    const known = sub.dependentSchemas.filter(([other]) => other === name).map(([, one]) => one);
    if (known.length > 0 && relation.within(known, [piece]).length === 0) continue;
    if (relation.isSubset(sub.pieces, [piece])) continue;
    const change = [known[0] && { [name]: known[0].schema }, { [name]: piece.schema }] as [unknown, unknown];
    findings.push(keywordChanged(relation, "dependentSchemas", change, { isUndecided: true }));
  }
  return findings;
}
