import { essence, isJson } from "../media-types.ts";
import { isObject, type Kind, type Node, objectIn, type Place } from "../walk.ts";
import { noteBesideReference, noteUnknownFields } from "./note-unknown-fields.ts";
import { type Repair, shown } from "./repair-context.ts";

/** Reports fields that OpenAPI doesn't allow in an object, or doesn't allow together. */
export function noteMisuse(node: Node, kind: Kind, place: Place, repair: Repair): void {
  if (typeof node.$ref === "string") {
    noteBesideReference(node, kind, place, repair);
    return;
  }
  const pairs = exclusive[kind];
  if (pairs) noteExclusive(node, pairs, [place], repair);
  noteReserved(node, kind, place, repair);
  noteDescribedValue(node, kind, place, repair);
  if (kind === "schema" && isObject(node.xml))
    noteExclusive(node.xml, exclusiveInXml, [place, "xml"], repair);
  noteUnknownFields(node, kind, place, repair);
  if (node.externalDocs !== undefined) noteDocs(node, kind, [place], repair);
  if (kind === "document" && Array.isArray(node.tags)) noteTags(node.tags, repair);
}

/** Reports a link without its address. */
function noteDocs(node: Node, kind: Kind, [place, ...keys]: [Place, ...string[]], repair: Repair): void {
  const { externalDocs } = node;
  if (!["document", "operation", "schema"].includes(kind) || !isObject(externalDocs)) return;
  if (typeof externalDocs.url === "string") return;
  repair.warn(
    [place, ...keys, "externalDocs"],
    "`externalDocs` has no `url`, so it leads nowhere. Write one.",
  );
}

function noteTags(tags: unknown[], repair: Repair): void {
  const names = tags.map((tag) => (isObject(tag) ? tag.name : undefined));
  for (const [index, tag] of tags.entries()) {
    if (!isObject(tag)) continue;
    noteDocs(tag, "document", [undefined, "tags", `${index}`], repair);
    if (typeof tag.name !== "string" || names.indexOf(tag.name) === index) continue;
    const message = `The tag ${tag.name} is described twice. Leave one of the descriptions out.`;
    repair.warn([undefined, "tags", `${index}`], message);
  }
}

function noteExclusive(
  node: Node,
  pairs: Pair[],
  [place, ...keys]: [Place, ...string[]],
  repair: Repair,
): void {
  for (const [name, other] of pairs) {
    if (node[name] === undefined || node[other] === undefined) continue;
    const message = `\`${name}\` and \`${other}\` exclude each other. Leave one of them out.`;
    repair.warn([place, ...keys, other], message);
  }
}

type Pair = [name: string, other: string];

const exclusiveInXml: Pair[] = [
  ["nodeType", "attribute"],
  ["nodeType", "wrapped"],
];

const besideContent = ["schema", "style", "explode", "allowReserved"].map((name): Pair => ["content", name]);

const exclusive: Partial<Record<Kind, Pair[]>> = {
  example: [
    ["value", "externalValue"],
    ["value", "dataValue"],
    ["value", "serializedValue"],
    ["serializedValue", "externalValue"],
  ],
  header: [["example", "examples"], ...besideContent],
  mediaType: [["example", "examples"]],
  parameter: [["example", "examples"], ...besideContent],
};

/** Headers, and cookies that aren't encoded, have no reserved characters to keep. */
function noteReserved(node: Node, kind: Kind, place: Place, repair: Repair): void {
  if (node.allowReserved === undefined || (kind !== "header" && kind !== "parameter")) return;
  const isPlain = kind === "header" || node.in === "header" || node.style === "cookie";
  const isOld = /^3\.[01](\.|$)/.test(repair.raw.openapi) && node.in !== "query";
  if (!isPlain && !isOld) return;
  const message = isPlain
    ? "`allowReserved` has no effect: the value isn't percent-encoded. Leave it out."
    : `OpenAPI ${repair.raw.openapi} has \`allowReserved\` only in the query. It is applied as in 3.2.`;
  repair.warn([place, "allowReserved"], message);
}

/** Reports the parts of a parameter's or a header's description that aren't applied. */
function noteDescribedValue(node: Node, kind: Kind, place: Place, repair: Repair): void {
  if (kind !== "parameter" && kind !== "header") return;
  const { content, schema, style, allowEmptyValue } = node;
  const warn = (key: string, message: string): void => repair.warn([place, key], message);
  const [first, ...others] = Object.keys(objectIn(content));
  if (first !== undefined && others.length > 0) {
    const message = `A ${kind} has one media type: ${first} is used, and ${others.join(", ")} ${others.length === 1 ? "is" : "are"} ignored.`;
    warn("content", message);
  }
  // The code that ignores a querystring parameter of another media type reports it.
  const isText = ["text/plain", "*/*"].includes(essence(first ?? ""));
  if (first !== undefined && node.in !== "querystring" && !isText && !isJson(first)) {
    warn("content", `A ${kind} in ${first} isn't parsed, but kept as text. Only JSON is parsed.`);
  }
  if (first === undefined && schema === undefined && hasValue(node, kind)) {
    repair.warn([place], `This ${kind} has no \`schema\`, so any text is allowed.`);
  }
  if (kind === "header" && style !== undefined && style !== "simple") {
    warn("style", `No header has the style ${shown(style)}; it is read as \`simple\`.`);
  }
  if (kind === "parameter" && allowEmptyValue === true && node.in !== "query") {
    warn("allowEmptyValue", "`allowEmptyValue` applies only to query parameters; it is ignored.");
  }
}

/** Other locations are reported as unusable. */
function hasValue({ in: place }: Node, kind: Kind): boolean {
  return kind === "header" || ["path", "query", "header", "cookie"].includes(String(place));
}
