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

/** Repeats the type of a reference's target, since the revisions of 2025 require `type: object` here. */
function withType(root: Schema, definitions: Record<string, Schema> = {}): Schema {
  if (root.type !== undefined || typeof root.$ref !== "string") return root;
  const target = definitions[root.$ref.slice("#/$defs/".length)];
  return isObject(target) && target.type === "object" ? { type: "object", ...root } : root;
}
