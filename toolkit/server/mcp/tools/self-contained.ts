import { type ApiDocument, resolve, type Schema, targetOf } from "../../document/document.ts";
import { setOwn } from "../../document/own.ts";
import { isBinary } from "../../document/schemas/binary.ts";
import { mapSchemas } from "../../document/schemas/map-schemas.ts";
import { isMarked, type Mark, markedNames } from "../../document/schemas/omit-marked.ts";
import type { Follow } from "../../document/schemas/parts-of.ts";
import { knownKeywords, mapKeywords } from "../../document/schemas/schema-keywords.ts";
import { isObject } from "../../document/walk.ts";
import { textWithin } from "./text-within.ts";

/** Copies schemas of a document so that their references lead to `$defs`. */
export interface SchemaCopies {
  copy(schema: unknown): Schema;
  /** The targets of the copies' references; undefined for none. */
  defs(): Record<string, Schema> | undefined;
}

/** Characters. A schema is part of a model's context. */
const maxDescription = 300;

/**
 * @param mark the properties to leave out: `readOnly` in what is sent, `writeOnly` in what is received
 * @param bytesAsBase64 whether bytes are Base64, since JSON has none
 */
export function selfContainedSchemas(
  document: ApiDocument,
  { mark, bytesAsBase64 = false }: { mark: Mark; bytesAsBase64?: boolean },
): SchemaCopies {
  const follow: Follow = (schema) => resolve(document, schema);
  const names = new Map<string, string>();
  const definitions: Record<string, Schema> = {};
  return {
    copy,
    defs: () => (names.size > 0 ? definitions : undefined),
  };

  function copy(schema: unknown): Schema {
    if (!isObject(schema)) return schema === false ? { not: {} } : {};
    const left = markedNames(follow, schema, mark);
    const own = Object.fromEntries(Object.entries(schema).flatMap(([key, value]) => keep(key, value, left)));
    const copied = mapSchemas(own, (one) => (typeof one === "boolean" ? one : copy(one)));
    if (typeof schema.$ref === "string") copied.$ref = `#/$defs/${nameOf(schema.$ref)}`;
    if (!bytesAsBase64 || !isBinary(schema)) return copied;
    const { format, contentMediaType, ...text } = copied;
    return { ...text, type: "string", contentEncoding: "base64" };
  }

  function keep(key: string, value: unknown, left: Set<string>): [string, unknown][] {
    if (!knownKeywords.has(key) || dropped.has(key)) return [];
    if (key === "required" && Array.isArray(value)) {
      const names = value.filter((name) => !left.has(name));
      return names.length > 0 ? [[key, names]] : [];
    }
    if (key === "properties" && isObject(value)) {
      const kept = Object.entries(value).filter(([, property]) => !isMarked(follow, property, mark));
      return [[key, Object.fromEntries(kept)]];
    }
    if (key === "description") return [[key, textWithin(String(value), maxDescription)]];
    // Clients compile patterns with the flag `u`, as JSON Schema recommends, and refuse others.
    if (key === "pattern" && !isUnicodePattern(value)) return [];
    if (key === "patternProperties" && !Object.keys(value as object).every(isUnicodePattern)) return [];
    return [[key, value]];
  }

  function nameOf(ref: string): string {
    const known = names.get(ref);
    if (known !== undefined) return known;
    const word = (ref.split("/").at(-1) ?? "").replaceAll(/[^\w.-]+/g, "_") || "schema";
    let name = word;
    for (let n = 2; Object.hasOwn(definitions, name); n++) name = `${word}_${n}`;
    names.set(ref, name);
    // Reserves the name before the target, which may refer to itself, is copied.
    setOwn(definitions, name, {});
    setOwn(definitions, name, copy(targetOf(document, ref)));
    return name;
  }
}

/** Keywords without a meaning outside the document, and those of its schemas' addresses, which change. */
const dropped = new Set([
  "$anchor",
  "$comment",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$schema",
  "$vocabulary",
  "discriminator",
  "example",
  "examples",
  "externalDocs",
  "nullable",
  "readOnly",
  "summary",
  "writeOnly",
  "xml",
  // Their schemas are copied where a reference leads to them.
  ...[...mapKeywords].filter((keyword) => keyword === "$defs" || keyword === "definitions"),
]);

function isUnicodePattern(pattern: unknown): boolean {
  try {
    new RegExp(String(pattern), "u");
    return true;
  } catch {
    return false;
  }
}
