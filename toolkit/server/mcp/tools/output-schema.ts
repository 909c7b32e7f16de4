import type { ApiDocument, DocumentOperation, Schema } from "../../document/document.ts";
import { hasItems } from "../../document/item-stream.ts";
import { isJson } from "../../document/media-types.ts";
import { isBodiless } from "../../document/response-for.ts";
import { isObject } from "../../document/walk.ts";
import { selfContainedSchemas } from "./self-contained.ts";

/**
 * The schema of a tool's `structuredContent`, from the successful responses. Undefined unless each of them is
 * JSON or a stream of items, since a tool with an output schema must always have structured content.
 */
export function outputSchema(document: ApiDocument, { responses }: DocumentOperation): Schema | undefined {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  if (successes.length === 0) return undefined;
  const { copy, defs } = selfContainedSchemas(document, { mark: "writeOnly" });
  const schemas = new Map<string, Schema>();
  for (const [status, { content }] of successes) {
    const media = Object.entries(content);
    if (media.length === 0 || isBodiless(Number(status))) return undefined;
    for (const [name, one] of media) {
      const schema = hasItems(name, one)
        ? streamSchema(copy(one.itemSchema))
        : isJson(name)
          ? copy(one.schema ?? {})
          : undefined;
      if (!schema) return undefined;
      schemas.set(JSON.stringify(schema), schema);
    }
  }
  const [only = {}, ...others] = schemas.values();
  const root = others.length > 0 ? { anyOf: [...schemas.values()] } : only;
  const definitions = defs();
  return { ...withType(root, definitions), ...(definitions && { $defs: definitions }) };
}

/** The items of a stream as `structuredContent` has them. */
function streamSchema(items: Schema): Schema {
  return { type: "object", properties: { items: { type: "array", items } }, required: ["items"] };
}

/**
 * Says that all values are objects, if they are: the revisions of 2025 require `type: object` here, and other results are
 * wrapped in an object for them.
 */
function withType(root: Schema, definitions: Record<string, Schema> = {}): Schema {
  const isObjects = root.type === undefined && hasOnlyObjects(root, definitions);
  return isObjects ? { type: "object", ...root } : root;
}

function hasOnlyObjects(
  schema: unknown,
  definitions: Record<string, Schema>,
  seen: Set<unknown> = new Set(),
): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  const { type, $ref, oneOf = [], anyOf = [], allOf = [] } = schema as Schema & Record<string, unknown>;
  if (type === "object") return true;
  const within = new Set([...seen, schema]);
  const isOnly = (one: unknown) => hasOnlyObjects(one, definitions, within);
  if (typeof $ref === "string" && isOnly(definitions[$ref.slice("#/$defs/".length)])) return true;
  const isEach = (list: unknown) => Array.isArray(list) && list.length > 0 && list.every(isOnly);
  return isEach(oneOf) || isEach(anyOf) || (Array.isArray(allOf) && allOf.some(isOnly));
}
