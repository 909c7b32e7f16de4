import { type ApiDocument, resolve, type Schema, targetOf } from "../../document/document.ts";
import { setOwn } from "../../document/own.ts";
import { isBinary } from "../../document/schemas/binary.ts";
import { mapSchemas } from "../../document/schemas/map-schemas.ts";
import { isMarked, type Mark, markedNames } from "../../document/schemas/omit-marked.ts";
import type { Follow } from "../../document/schemas/parts-of.ts";
import { isIgnored } from "../../document/schemas/schema-keywords.ts";
import { isObject } from "../../document/walk.ts";
import { textWithin } from "./text-within.ts";

/** Characters. A schema is part of a model's context. */
const maxDescription = 300;

/**
 * Copies schemas of a document so that their references lead to `$defs`.
 * @param mark the properties to leave out: `readOnly` in what is sent, `writeOnly` in what is received
 * @param bytesAsBase64 whether bytes are Base64, since JSON has none
 */
export function selfContainedSchemas(
  document: ApiDocument,
  { mark, bytesAsBase64 = false }: { mark: Mark; bytesAsBase64?: boolean },
) {
  const follow: Follow = (schema) => resolve(document, schema);
  const names = new Map<string, string>();
  const definitions: Record<string, Schema> = {};
  return {
    copy,
    /** The targets of the copies' references; undefined for none. */
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
    const isOfText = key === "contentEncoding" || key === "contentMediaType";
    if (dropped.includes(key) || (isIgnored(key) && !isOfText)) return [];
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

/** Keywords without a meaning outside the document. Those of `$defs` are copied where a reference leads to them. */
const dropped = ["$defs", "definitions", "example", "examples", "readOnly", "writeOnly"];

function isUnicodePattern(pattern: unknown): boolean {
  try {
    new RegExp(String(pattern), "u");
    return true;
  } catch {
    return false;
  }
}
