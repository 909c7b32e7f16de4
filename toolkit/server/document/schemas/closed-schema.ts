import { type ApiDocument, resolve, type Schema, targetOf } from "../document.ts";
import { getOrMake } from "../get-or-make.ts";
import { setOwn } from "../own.ts";
import { discriminatorTags, type Tag } from "./discriminator-tags.ts";
import { mapSchemas } from "./map-schemas.ts";
import { markedNames, omitMarked } from "./omit-marked.ts";
import { isIgnored, sameValueKeywords, schemaKeywords } from "./schema-keywords.ts";

/** The direction of a value: requests omit `readOnly` properties, responses omit `writeOnly` ones. */
export type Direction = "request" | "response";

/**
 * A self-contained schema in plain JSON Schema 2020-12. References lead into `$defs`, which all schemas of a
 * document share; `readOnly` and `writeOnly` are replaced by other keywords.
 */
export type ClosedSchema = Schema & { $defs: Record<string, Schema> };

/** Definitions are translated once per document, when a schema first refers to them. */
const closings = new WeakMap<ApiDocument["root"], Record<Direction, Closing>>();

/**
 * Extracts a self-contained schema from its document.
 * @throws on a broken reference
 */
export function closeSchema({ root }: ApiDocument, schema: unknown, direction: Direction): ClosedSchema {
  const known = getOrMake(closings, root, () => ({
    request: closing(root, "request"),
    response: closing(root, "response"),
  }));
  return { ...translated(schema, known[direction]), $defs: known[direction].$defs };
}

type Closing = ReturnType<typeof closing>;

/** @returns its names are those in `$defs`, by reference */
function closing(root: ApiDocument["root"], direction: Direction) {
  return { root, direction, $defs: {} as Record<string, Schema>, names: new Map<string, string>() };
}

/**
 * @param above properties that enclosing schemas mark as not sent in this direction, if they apply to the
 * same value
 * @param whole the outermost of the enclosing schemas
 */
function translated(
  node: unknown,
  closing: Closing,
  above: Set<string> = nothing,
  whole = node as Schema,
): Schema {
  if (node === true || node === undefined) return {};
  if (node === false) return { not: {} };
  const schema = node as Schema;
  const mark = closing.direction === "request" ? "readOnly" : "writeOnly";
  const marked = markedNames((one) => resolve(closing, one), schema, mark);
  const unsent = above.size === 0 ? marked : new Set([...marked, ...above]);
  const known = Object.entries(schema).filter(([keyword]) => !isIgnored(keyword));
  const out = mapSchemas(Object.fromEntries(known), (one, keyword) => {
    if (one === false && schemaKeywords.has(keyword)) return false;
    return sameValueKeywords.includes(keyword)
      ? translated(one, closing, unsent, whole)
      : translated(one, closing);
  });
  if (out.$ref !== undefined) out.$ref = defined(String(out.$ref), closing);
  const withoutMarked = (value: unknown) => omitMarked(closing, whole, value, mark);
  for (const keyword of ["example", "default"])
    if (out[keyword] !== undefined) out[keyword] = withoutMarked(out[keyword]);
  if (Array.isArray(out.examples)) out.examples = out.examples.map(withoutMarked);
  if (unsent.size > 0) leaveOut(out, unsent);
  tagAlternatives(schema, out, closing);
  return out;
}

const nothing: Set<string> = new Set();

function leaveOut(schema: Schema, names: Set<string>): void {
  const { properties, required } = schema;
  if (properties) {
    schema.properties = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name)));
  }
  if (Array.isArray(required)) schema.required = required.filter((name) => !names.has(name));
}

/** Beside an alternative: the values that its discriminating property should have. Validators ignore it. */
export const tagKeyword = "x-tag";

/** Tags alternatives for sample generation and coverage. The discriminator doesn't affect validity. */
function tagAlternatives(schema: Schema, out: Schema, closing: Closing): void {
  const union = discriminatorTags((one) => resolve(closing, one), schema);
  if (!union) return;
  const alternatives = out[union.keyword] as Schema[];
  out[union.keyword] = alternatives.map((one, index) => {
    const tag = union.tags[index];
    return tag ? { allOf: [one], [tagKeyword]: tag } : one;
  });
}

/** Expresses the tag as a schema. */
export function taggedSchema({ propertyName, values, isRequired }: Tag): Schema {
  return {
    ...(isRequired && { required: [propertyName] }),
    properties: { [propertyName]: { enum: values } },
  };
}

/** The reference to the schema in `$defs`. */
function defined(ref: string, closing: Closing): string {
  const { $defs, names } = closing;
  const known = names.get(ref);
  if (known !== undefined) return `#/$defs/${known}`;
  const base = ref.replace(/^#\/(components\/schemas\/)?/, "").replace(/[^\w.-]/g, "_");
  const name = Object.hasOwn($defs, base) ? `${base}_${names.size}` : base;
  names.set(ref, name);
  // Register it before filling it in, because a schema may refer to itself.
  const place: Schema = {};
  setOwn($defs, name, place);
  Object.assign(place, translated(targetOf(closing, ref), closing));
  return `#/$defs/${name}`;
}

/** The name in `$defs` that a reference points to. */
export function definitionOf(ref: string): string {
  return ref.slice("#/$defs/".length);
}
