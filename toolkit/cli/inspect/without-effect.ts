import {
  type ApiDocument,
  hasItems,
  isBinary,
  isObject,
  type MediaType,
  type Node,
  operationPointer,
  pointerOf,
  type Schema,
  summarizeSchema,
  unreadAs,
  visits,
} from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { escapePointerPart, own } from "@counterpart/server/values";

/** Reports styles and keywords that have no effect on the values they describe. */
export function notesWithoutEffect(document: ApiDocument): Finding[] {
  const notes: Finding[] = [];
  for (const { kind, node, place } of visits(document.root as never)) {
    const report = (key: string, message: string, severity: Finding["severity"] = "warning"): void => {
      notes.push({ severity, pointer: `${pointerOf(place)}/${key}`, message });
    };
    if (kind === "schema") noteKeywords(node, report);
    if (kind === "parameter" && node.content === undefined) noteStyle(document, node, report);
    if (kind === "mediaType" && isObject(node.encoding)) {
      const { properties } = summarizeSchema(document, (node.schema ?? {}) as Schema);
      for (const [field, encoding] of Object.entries(node.encoding)) {
        const schema = own(properties, field);
        if (!isObject(encoding) || schema === undefined) continue;
        const at = `encoding/${escapePointerPart(field)}`;
        noteStyle(document, { ...encoding, schema }, (key, message) => report(`${at}/${key}`, message));
      }
    }
  }
  return notes;
}

type Report = (key: string, message: string, severity?: Finding["severity"]) => void;

const writesObjects = "deepObject";
const writesLists = ["spaceDelimited", "pipeDelimited"];

function noteStyle(document: ApiDocument, { style, explode, schema }: Node, report: Report): void {
  if (style !== writesObjects && !writesLists.includes(String(style))) return;
  const types = [...summarizeSchema(document, (schema ?? {}) as Schema).types].filter(
    (type) => type !== "null",
  );
  const isPlain = types.length > 0 && !types.includes("object") && !types.includes("array");
  if (isPlain) {
    const message = `\`${style}\` writes ${style === writesObjects ? "objects" : "lists and objects"}. A value of the type ${types.join(" or ")} is read and sent as with \`form\`.`;
    report("style", message);
  } else if (style === writesObjects && explode === false) {
    report("explode", "`deepObject` always writes each property by itself; `explode: false` is ignored.");
  } else if (style !== writesObjects && explode === true) {
    report("style", `With \`explode: true\`, \`${style}\` is read and sent as \`form\`.`);
  }
}

/** The types that a keyword applies to; values of other types are always valid. */
const typesOf: Record<string, string[]> = {
  ...forEach(["maxLength", "minLength", "pattern"], ["string"]),
  ...forEach(["contentEncoding", "contentMediaType", "contentSchema"], ["string"]),
  ...forEach(
    ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"],
    ["number", "integer"],
  ),
  ...forEach(["contains", "items", "maxContains", "maxItems", "minContains", "minItems"], ["array"]),
  ...forEach(["prefixItems", "unevaluatedItems", "uniqueItems"], ["array"]),
  ...forEach(["additionalProperties", "dependentRequired", "dependentSchemas", "maxProperties"], ["object"]),
  ...forEach(["minProperties", "patternProperties", "properties", "propertyNames", "required"], ["object"]),
  ...forEach(["unevaluatedProperties"], ["object"]),
};

function forEach(keywords: string[], types: string[]): Record<string, string[]> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, types]));
}

/** Keywords that need another keyword to have an effect. */
const beside = new Map([
  ["contentSchema", "contentMediaType"],
  ["else", "if"],
  ["maxContains", "contains"],
  ["minContains", "contains"],
  ["then", "if"],
]);

function noteKeywords(schema: Node, report: Report): void {
  const types = [schema.type ?? []].flat().map(String);
  for (const keyword of Object.keys(schema)) {
    const needed = own(typesOf, keyword);
    const other = beside.get(keyword);
    if (needed && types.length > 0 && !types.some((type) => needed.includes(type))) {
      report(keyword, `\`${keyword}\` doesn't apply to values of the type ${types.join(" or ")}.`);
    } else if (other !== undefined && schema[other] === undefined) {
      report(keyword, `\`${keyword}\` has no effect without \`${other}\`.`);
    } else if (keyword.startsWith("content") && needed && !isBinary(schema)) {
      report(keyword, `\`${keyword}\` isn't checked: the value is the text as it is sent.`, "info");
    }
  }
  if (schema.if !== undefined && schema.then === undefined && schema.else === undefined) {
    report("if", "`if` has no effect without `then` or `else`.");
  }
}

/** Reports each body whose schema has no effect because its media type isn't parsed. */
export function unreadBodies(document: ApiDocument): Finding[] {
  return document.operations.flatMap((operation) => {
    const { requestBody, responses } = operation;
    const at = operationPointer(operation);
    return [
      ...notesOf(document, `${at}/requestBody`, requestBody?.content),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        notesOf(document, `${at}/responses/${status}`, content),
      ),
    ];
  });
}

function notesOf(document: ApiDocument, at: string, content: Record<string, MediaType> = {}): Finding[] {
  return Object.entries(content).flatMap(([mediaType, media]): Finding[] => {
    if (media?.schema === undefined || hasItems(mediaType, media)) return [];
    const unread = unreadAs(document, mediaType, media);
    if (unread === undefined) return [];
    const message = `Bodies of ${mediaType} aren't parsed: they are ${unread === "text" ? "text" : "bytes"}, and aren't checked by their schema.`;
    return [
      { severity: "warning", pointer: `${at}/content/${escapePointerPart(mediaType)}/schema`, message },
    ];
  });
}
