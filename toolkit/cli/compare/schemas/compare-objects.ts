import { isMarked, resolve, type Schema } from "@counterpart/server/document";
import { isAnything, isNothing, names, otherProperties, patternOf, propertyOf } from "./members.ts";
import { flattened, type Piece, pieceOf } from "./piece.ts";
import { findingOf, inOrder, keywordChanged, placeOf, type Relation } from "./relation.ts";
import type { SchemaFinding } from "./schema-finding.ts";
import type { Shape } from "./shape.ts";

/** Compares properties by name, and which of them are required. */
export function compareObjects(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  if (!sub.types.has("object")) return [];
  const own = new Set([...sub.objects, ...sup.objects].flatMap(({ properties }) => [...properties.keys()]));
  return [
    ...compareRequired(relation, sub, sup),
    ...compareCounts(relation, sub, sup),
    ...[...own].flatMap((name) => compareProperty(relation, [sub, sup], name)),
    ...comparePatterns(relation, sub, sup),
    ...compareOthers(relation, sub, sup),
    ...compareNames(relation, sub, sup),
    ...compareDependents(relation, sub, sup),
  ];
}

/** Properties that aren't sent in this direction can't be required. */
function requiredOf({ required, objects }: Shape, { direction }: Pick<Relation, "direction">): Set<string> {
  const isSent = (name: string) =>
    !propertyOf({ objects }, name).some((piece) => isUnsent(piece, { direction }));
  return new Set([...required].filter(isSent));
}

/** Requests omit `readOnly` properties, and responses omit `writeOnly` ones. */
function isUnsent({ schema, document }: Piece, { direction }: Pick<Relation, "direction">): boolean {
  const mark = direction === "request" ? "readOnly" : "writeOnly";
  return isMarked((one) => resolve<Schema>(document, one), schema, mark);
}

function compareRequired(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  const given = requiredOf(sub, relation);
  const missing = [...requiredOf(sup, relation)].filter((name) => !given.has(name));
  if (missing.length === 0) return [];
  const listed = missing.map((name) => `\`${name}\``).join(", ");
  const [rule, message] =
    relation.direction === "request"
      ? (["required-properties-added", `Properties became required: ${listed}.`] as const)
      : (["required-properties-removed", `Properties are no longer required: ${listed}.`] as const);
  return [findingOf(relation, [sub, sup], rule, message, { keyword: "required" })];
}

function compareCounts(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  const changed = (keyword: string, one: unknown, other: unknown) =>
    keywordChanged(relation, [sub, sup], keyword, [one, other]);
  const least = Math.max(sub.minProperties, requiredOf(sub, relation).size);
  return [
    ...(least < sup.minProperties
      ? [changed("minProperties", sub.minProperties || undefined, sup.minProperties)]
      : []),
    ...(sub.maxProperties > sup.maxProperties
      ? [changed("maxProperties", sub.maxProperties, sup.maxProperties)]
      : []),
  ];
}

function compareProperty(relation: Relation, [sub, sup]: [Shape, Shape], name: string): SchemaFinding[] {
  const [one, other] = [propertyOf(sub, name), propertyOf(sup, name)];
  const words = [name];
  const [subUnsent, supUnsent] = [one, other].map((pieces) =>
    pieces.some((piece) => isUnsent(piece, relation)),
  );
  const [before, after] = inOrder(relation, one, other);
  const [wasUnsent, isUnsentNow] = inOrder(relation, subUnsent, supUnsent);
  if (isUnsentNow && !wasUnsent && !relation.isStrict && !isNothing(before))
    return [becameUnsent(relation, after, words)];
  if (subUnsent || (isNothing(one) && (relation.isStrict || relation.direction === "request"))) return [];
  if (supUnsent) return relation.isStrict ? relation.within(one, nothing(other), words) : [];
  if (relation.isStrict) return relation.within(one, other, words);
  const [shapeBefore, shapeAfter] = inOrder(relation, sub, sup);
  const [wasNamed, isNamed] = [names(shapeBefore, name), names(shapeAfter, name)];
  // Open objects grow by new optional properties; no client or server has sent this one so far.
  if (!wasNamed && isAnything(before) && describesObjects(shapeBefore)) return [];
  if (wasNamed && !isNothing(before) && (isNothing(after) || (!isNamed && isAnything(after))))
    return [removed(relation, [sub, sup], name, words)];
  if (!wasNamed && isNothing(before) && relation.direction === "response") {
    const message = `The object had no other properties, and has \`${name}\` now.`;
    return [{ ...findingOf(relation, [sub, sup], "schema-constraint-changed", message), words }];
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

function becameUnsent({ direction }: Relation, pieces: Piece[], words: string[]): SchemaFinding {
  const mark = direction === "request" ? "readOnly" : "writeOnly";
  const marked = flattened(pieces).find(({ schema }) => Object(schema)[mark] === true);
  const [rule, message] =
    direction === "request"
      ? (["became-read-only", "It can't be sent any more: it is readOnly."] as const)
      : (["became-write-only", "It isn't answered any more: it is writeOnly."] as const);
  const pointer = marked?.pointer ?? pieces[0]?.pointer ?? "#";
  return { severity: "error", rule, message, pointer, words };
}

function removed(
  relation: Relation,
  [sub, sup]: [Shape, Shape],
  name: string,
  words: string[],
): SchemaFinding {
  const [, after] = inOrder(relation, sub, sup);
  const [written] = propertyOf(after, name);
  const pointer = names(after, name) && written ? written.pointer : placeOf(after);
  const message = `Property \`${name}\` was removed.`;
  return { severity: "error", rule: "property-removed", message, pointer, words };
}

function comparePatterns(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  const patterns = new Set([...sub.objects, ...sup.objects].flatMap((part) => [...part.patterns.keys()]));
  const [before, after] = inOrder(relation, sub, sup);
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
      return [findingOf(relation, [sub, sup], "pattern-properties-removed", message)];
    }
    return isNothing(one) ? [] : relation.within(one, other, [`\`${pattern}\``]);
  });
}

function compareOthers(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  const [one, other] = [otherProperties(sub), otherProperties(sup)];
  if (isNothing(one)) return [];
  if (!isNothing(other)) return relation.within(one, other, ["additionalProperties"]);
  // Properties that the other side names or matches have been compared; `propertyNames` may allow no others.
  if (sub.propertyNames.length > 0 && namesAreKnown(sub, sup)) return [];
  const message =
    relation.direction === "request"
      ? "The object is closed now: properties that it doesn't name are refused."
      : "The object was closed, and can have properties that it doesn't name now.";
  return [
    findingOf(relation, [sub, sup], "schema-constraint-changed", message, {
      keyword: "additionalProperties",
    }),
  ];
}

function namesAreKnown({ propertyNames }: Shape, sup: Shape): boolean {
  return flattened(propertyNames).some(({ schema }) => {
    const { enum: values, const: value } = Object(schema);
    const listed: unknown[] | undefined = Array.isArray(values)
      ? values
      : value === undefined
        ? undefined
        : [value];
    return listed?.every((name) => typeof name !== "string" || names(sup, name));
  });
}

function compareNames(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  if (sup.propertyNames.length === 0) return [];
  // The names of a closed object are known.
  if (isNothing(otherProperties(sub)) && !sub.objects.some(({ patterns }) => patterns.size > 0)) {
    const known = [...new Set(sub.objects.flatMap(({ properties }) => [...properties.keys()]))];
    const listed = sup.pieces[0] && pieceOf({ enum: known }, sup.pieces[0].pointer, sup.pieces[0].document);
    return listed && known.length > 0 ? relation.within([listed], sup.propertyNames, ["propertyNames"]) : [];
  }
  const text = sup.pieces[0] && pieceOf({ type: "string" }, sup.pieces[0].pointer, sup.pieces[0].document);
  return text ? relation.within([...sub.propertyNames, text], sup.propertyNames, ["propertyNames"]) : [];
}

function compareDependents(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  const given = requiredOf(sub, relation);
  const findings: SchemaFinding[] = [];
  for (const [name, asked] of sup.dependentRequired) {
    if (isNothing(propertyOf(sub, name))) continue;
    const known = sub.dependentRequired.get(name);
    const missing = [...asked].filter((one) => !given.has(one) && !known?.has(one) && one !== name);
    if (missing.length === 0) continue;
    const change = [known && { [name]: [...known] }, { [name]: [...asked] }] as [unknown, unknown];
    findings.push(keywordChanged(relation, [sub, sup], "dependentRequired", change));
  }
  for (const [name, piece] of sup.dependentSchemas) {
    if (isNothing(propertyOf(sub, name))) continue;
    const known = sub.dependentSchemas.filter(([other]) => other === name).map(([, one]) => one);
    if (known.length > 0 && relation.within(known, [piece]).length === 0) continue;
    if (relation.isSubset(sub.pieces, [piece])) continue;
    const change = [known[0] && { [name]: known[0].schema }, { [name]: piece.schema }] as [unknown, unknown];
    findings.push(keywordChanged(relation, [sub, sup], "dependentSchemas", change, { isUndecided: true }));
  }
  return findings;
}
