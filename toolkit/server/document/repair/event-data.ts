import { isJson } from "../media-types.ts";
import { parsedJson } from "../parsed-json.ts";
import type { RawDocument } from "../references.ts";
import { annotationKeywords, isIgnored } from "../schemas/schema-keywords.ts";
import { isObject, mapDocument, mapEntries, type Node, objectIn, type Place } from "../walk.ts";
import { resolvedOrSelf } from "./follow-reference.ts";
import type { Repair } from "./repair-context.ts";

/** Whether the media type at this place is a stream of server-sent events. */
export function isEventStream(place: Place): boolean {
  return place?.within?.key === "content" && /^text\/event-stream\b/i.test(place.key);
}

/**
 * Replaces the schema of `data` in server-sent events with its `contentSchema` if it is JSON. A stream may also send fixed
 * texts, such as `[DONE]`; if it allows any other text, all `data` stays text.
 * @param raw repaired
 */
export function decodeEventData(raw: RawDocument, repair: Repair): RawDocument {
  return mapDocument(raw, (node, kind, place) => {
    if (kind !== "mediaType" || !isEventStream(place)) return node;
    const mediaType = resolvedOrSelf(raw, node);
    if (!isObject(mediaType) || !isObject(mediaType.itemSchema)) return node;
    const texts = fixedTexts(raw, mediaType.itemSchema);
    if (texts === undefined) return node;
    if (texts === "unknown") {
      const message =
        "Not all `data` of this stream is known to be JSON, so all of it is text and its `contentSchema` isn't checked. Describe each event's `data` by `contentMediaType: application/json` and `contentSchema` alone, or as a `const` that isn't JSON.";
      repair.warn([place, "itemSchema"], message);
      return node;
    }
    const decoded = {
      ...mediaType,
      itemSchema: decodedItem(raw, mediaType.itemSchema, []),
      eventData: { texts },
    };
    return withDecodedExamples(raw, decoded, texts);
  });
}

/** What one schema of `data` allows. */
type Data = { json: true } | { texts: string[] } | "any text" | "other";

/** The fixed texts beside JSON; undefined without JSON, `unknown` if JSON and text are ambiguous. */
function fixedTexts(raw: RawDocument, itemSchema: Node): string[] | "unknown" | undefined {
  const ways = alternatives(raw, itemSchema, []);
  if (!ways.flat().some(isJsonText)) return undefined;
  const texts: string[] = [];
  for (const schemas of ways) {
    const all = schemas.map(dataOf);
    const fixed = all.flatMap((one) => (typeof one === "object" && "texts" in one ? one.texts : []));
    const hasJson = all.some((one) => typeof one === "object" && "json" in one);
    const isClear = schemas.length === 0 || hasJson !== fixed.length > 0;
    if (all.includes("other") || !isClear) return "unknown";
    texts.push(...fixed);
  }
  return [...new Set(texts)];
}

function isJsonText({ contentMediaType }: Node): boolean {
  return typeof contentMediaType === "string" && isJson(contentMediaType);
}

function dataOf(schema: Node): Data {
  const keywords = Object.keys(schema).filter((one) => !annotationKeywords.has(one) && !isIgnored(one));
  const hasOnly = (...known: string[]) => keywords.every((one) => one === "type" || known.includes(one));
  if (isJsonText(schema)) return hasOnly("contentMediaType", "contentSchema") ? { json: true } : "other";
  if (hasOnly()) return "any text";
  const texts = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  const areTexts = texts.every((one) => typeof one === "string" && parsedJson(one) === undefined);
  return hasOnly("const", "enum") && areTexts ? { texts } : "other";
}

/** The limit of combinations of alternatives to examine. */
const maxWays = 200;

/**
 * The schemas that apply to `data` together, for each way to satisfy an item's schema.
 * @param above the schemas being read
 */
function alternatives(raw: RawDocument, given: unknown, above: unknown[]): Node[][] {
  const schema = resolvedOrSelf(raw, given);
  if (!isObject(schema) || above.includes(schema)) return [[]];
  const within = [...above, schema];
  const ofAll = (parts: Node[][][]): Node[][] =>
    parts.reduce(
      (ways, part) => ways.flatMap((way) => part.map((one) => [...way, ...one])).slice(0, maxWays),
      [[]],
    );
  const each = (list: unknown) =>
    (Array.isArray(list) ? list : []).map((one) => alternatives(raw, one, within));
  const data = isObject(schema.properties) ? schema.properties.data : undefined;
  const own = resolvedOrSelf(raw, data);
  const choices = [schema.oneOf, schema.anyOf, schema.if && [schema.then ?? {}, schema.else ?? {}]];
  const { $ref: _, ...beside } = objectIn(given);
  return ofAll([
    ...(isObject(own) ? [[[own]]] : []),
    ...each(schema.allOf),
    ...choices.filter(Array.isArray).map((list) => each(list).flat()),
    ...(schema === given || Object.keys(beside).length === 0 ? [] : [alternatives(raw, beside, within)]),
  ]);
}

/** An item's schema in which `data` has the schema of its decoded value. */
function decodedItem(raw: RawDocument, given: unknown, above: unknown[]): unknown {
  if (!isObject(given) || above.includes(given)) return given;
  const within = [...above, given];
  const inner = (one: unknown) => decodedItem(raw, one, within);
  if (typeof given.$ref === "string") {
    const { $ref: _, ...beside } = given;
    const target = resolvedOrSelf(raw, given);
    const decoded = decodedItem(raw, target, within);
    if (decoded === target) {
      return Object.keys(beside).length === 0 ? given : { ...(inner(beside) as Node), $ref: given.$ref };
    }
    return Object.keys(beside).length === 0 ? decoded : { allOf: [decoded, inner(beside)] };
  }
  const decoded = mapEntries(given, (value, keyword) => {
    if (["allOf", "anyOf", "oneOf"].includes(keyword) && Array.isArray(value)) {
      const all = value.map(inner);
      return all.some((one, index) => one !== value[index]) ? all : value;
    }
    if (["then", "else", "if"].includes(keyword)) return inner(value);
    return keyword === "properties" && isObject(value) ? withDecodedData(raw, value) : value;
  });
  if (decoded === given) return given;
  // The mapping names schemas by reference, but the references are inlined here.
  const { discriminator: __, ...rest } = decoded;
  return rest;
}

function withDecodedData(raw: RawDocument, properties: Node): Node {
  const data = resolvedOrSelf(raw, properties.data);
  if (!isObject(data)) return properties;
  if (isJsonText(data)) return { ...properties, data: data.contentSchema ?? {} };
  if (dataOf(data) !== "any text") return properties;
  const { type: _, ...annotations } = data;
  return { ...properties, data: annotations };
}

/** Decodes the `data` in examples, which is written as it is sent. */
function withDecodedExamples(raw: RawDocument, mediaType: Node, texts: string[]): Node {
  const decodedItems = (items: unknown) =>
    Array.isArray(items)
      ? items.map((item) => (isObject(item) ? { ...item, data: decodedText(item.data, texts) } : item))
      : items;
  const { example, examples } = mediaType;
  return {
    ...mediaType,
    ...(example !== undefined && { example: decodedItems(example) }),
    ...(isObject(examples) && {
      examples: mapEntries(examples, (given) => {
        const one = resolvedOrSelf(raw, given);
        return isObject(one) ? { ...one, value: decodedItems(one.value) } : given;
      }),
    }),
  };
}

function decodedText(data: unknown, texts: string[]): unknown {
  if (typeof data !== "string" || texts.includes(data)) return data;
  const value = parsedJson(data);
  return value === undefined ? data : value;
}
