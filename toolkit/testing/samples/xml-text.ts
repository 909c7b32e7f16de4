import {
  type ApiDocument,
  isObject,
  resolve,
  type Schema,
  summarizeSchema,
} from "@counterpart/server/document";
import { own } from "@counterpart/server/values";

interface XmlObject {
  name?: string;
  namespace?: string;
  prefix?: string;
  attribute?: boolean;
  wrapped?: boolean;
}

/**
 * A value as the simplest XML that OpenAPI's `xml` object describes. Undefined for a value that has none, such
 * as a list without a root element.
 */
export function xmlText(document: ApiDocument, schema: Schema, value: unknown): string | undefined {
  const { $ref } = schema;
  const component = typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;
  const isBareList = Array.isArray(value) && xmlOf(document, schema).wrapped !== true;
  return isBareList ? undefined : elements(document, schema, value, component ?? "root");
}

function elements(document: ApiDocument, schema: Schema, value: unknown, key: string): string {
  const xml = xmlOf(document, schema);
  const { properties, items = {} } = summarizeSchema(document, schema);
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) {
    const inner = value.map((one) => elements(document, items, one, xml.wrapped ? key : (xml.name ?? key)));
    return xml.wrapped ? element(xml, key, "", inner.join("")) : inner.join("");
  }
  if (!isObject(value)) return element(xml, key, "", escaped(String(value)));
  let attributes = "";
  let content = "";
  for (const [name, one] of Object.entries(value)) {
    const property = own(properties, name) ?? {};
    const inner = xmlOf(document, property);
    if (inner.attribute && typeof one !== "object")
      attributes += ` ${qualified(inner, name)}="${escaped(String(one))}"`;
    else content += elements(document, property, one, name);
  }
  return element(xml, key, attributes, content);
}

function xmlOf(document: ApiDocument, schema: Schema): XmlObject {
  const { xml } = { ...resolve<Schema>(document, schema), ...schema };
  return isObject(xml) ? xml : {};
}

function element(xml: XmlObject, key: string, attributes: string, content: string): string {
  const name = qualified(xml, key);
  const { namespace, prefix } = xml;
  const declared = namespace ? ` ${prefix ? `xmlns:${prefix}` : "xmlns"}="${escaped(namespace)}"` : "";
  return `<${name}${declared}${attributes}>${content}</${name}>`;
}

/** Characters that names can't have become underscores. */
function qualified({ name, prefix }: XmlObject, key: string): string {
  const local = (name ?? key).replace(/[^\p{L}\p{N}._-]/gu, "_").replace(/^(?![\p{L}_])/u, "_");
  return prefix ? `${prefix}:${local}` : local;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML 1.0 can't have are left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, "");
}
