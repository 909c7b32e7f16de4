import { itemFormat } from "@counterpart/client/messages";
import { isReadByItem } from "../item-stream.ts";
import { isObject, type Kind, type Node, type Place } from "../walk.ts";
import { noteEncoding } from "./note-encoding.ts";
import type { Repair } from "./repair-context.ts";

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
