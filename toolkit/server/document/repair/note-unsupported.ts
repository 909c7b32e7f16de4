import { itemFormat } from "@counterpart/client/messages";
import { isReadByItem } from "../item-stream.ts";
import { isForm } from "../media-types.ts";
import { fieldStyles } from "../value-style.ts";
import { isObject, type Kind, type Node, type Place } from "../walk.ts";
import { resolvedOrSelf } from "./follow-reference.ts";
import { type Repair, shown } from "./repair-context.ts";

/** Reports features of OpenAPI 3.2 that aren't supported. */
export function noteUnsupported(node: Node, kind: Kind, place: Place, repair: Repair): void {
  if (kind === "mediaType") noteMediaType(node, place, repair);
  if (kind !== "schema" || !isObject(node.xml) || node.xml.nodeType === undefined) return;
  const message = "XML isn't checked, and the mock ignores `nodeType` when it writes XML.";
  repair.inform([place, "xml", "nodeType"], message);
}

function noteMediaType(node: Node, place: Place, repair: Repair): void {
  noteEncoding(node, place, repair);
  for (const member of ["prefixEncoding", "itemEncoding"]) {
    if (node[member] === undefined) continue;
    const message = `\`${member}\` isn't applied: only the parts of a multipart/form-data are read, by name. Other multipart bodies are passed to the handler as bytes.`;
    repair.warn([place, member], message);
  }
  const { key: name = "", within } = place ?? {};
  if (node.itemSchema === undefined || within?.key !== "content") return;
  if (itemFormat(name) === undefined) {
    const message = `Streams of ${name} aren't read, written or checked item by item; they are bytes. Items are checked in application/jsonl, application/json-seq and text/event-stream.`;
    repair.warn([place, "itemSchema"], message);
  } else if (isSent(within.within) || (isRequestBody(within.within) && !isReadByItem(name, node))) {
    const message =
      "The items of this body aren't checked: it is read as a whole, as bytes or as text. Items are read in requests to the API whose media type has no `schema` beside `itemSchema`.";
    repair.warn([place, "itemSchema"], message);
  }
}

/** Whether a request body belongs to a webhook or a callback. */
function isSent(place: Place): boolean {
  if (!isRequestBody(place)) return false;
  for (let at = place?.within; at; at = at.within)
    if (["webhooks", "callbacks"].includes(at.key)) return true;
  return false;
}

function isRequestBody(place: Place): boolean {
  return place?.key === "requestBody" || place?.within?.key === "requestBodies";
}

/** Reports Encoding Objects and members of them that aren't supported. */
function noteEncoding({ encoding, schema }: Node, place: Place, repair: Repair): void {
  if (!isObject(encoding) || Object.keys(encoding).length === 0) return;
  const name = place?.within?.key === "content" ? place.key : undefined;
  if (name !== undefined && (!isForm(name) || !isOfRequest(place))) {
    const message = isForm(name)
      ? "`encoding` applies only to request bodies; it is ignored here."
      : `\`encoding\` applies to multipart/form-data and application/x-www-form-urlencoded; for ${name} it is ignored.`;
    repair.warn([place, "encoding"], message);
    return;
  }
  const properties = onlyProperties(schema, repair);
  for (const [field, given] of Object.entries(encoding)) {
    if (!isObject(given)) continue;
    const note = (member: string | undefined, message: string): void =>
      repair.warn([place, "encoding", field, ...(member === undefined ? [] : [member])], message);
    if (properties && !Object.hasOwn(properties, field)) {
      note(undefined, `The schema has no property ${field}, so its encoding is ignored.`);
      continue;
    }
    if (given.headers !== undefined) {
      note("headers", "The headers of a part are neither sent nor checked: FormData has none.");
    }
    if (given.style !== undefined && !fieldStyles.includes(String(given.style))) {
      note(
        "style",
        `${shown(given.style)} isn't a style of forms; \`form\` is applied. Write one of ${fieldStyles.join(", ")}.`,
      );
    }
    const isStyled = ["style", "explode", "allowReserved"].some((member) => given[member] !== undefined);
    if (isStyled && given.contentType !== undefined) {
      note("contentType", "Beside `style`, `explode` or `allowReserved`, OpenAPI ignores the `contentType`.");
    }
  }
}

function isOfRequest(place: Place): boolean {
  for (let at = place; at; at = at.within) {
    if (at.key === "requestBody" || at.key === "requestBodies" || at.key === "mediaTypes") return true;
    if (at.key === "responses") return false;
  }
  return false;
}

/** The properties of a schema, if none of its other keywords could add more. */
function onlyProperties(schema: unknown, { raw }: Repair): Node | undefined {
  const resolved = resolvedOrSelf(raw, schema);
  if (!isObject(resolved) || !isObject(resolved.properties)) return undefined;
  return ["$ref", "allOf", "anyOf", "oneOf"].some((keyword) => keyword in resolved)
    ? undefined
    : resolved.properties;
}
