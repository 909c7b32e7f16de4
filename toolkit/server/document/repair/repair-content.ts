import { isMediaType } from "../media-types.ts";
import { isObject, type Node, type Place } from "../walk.ts";
import { type Repair, shown } from "./repair-context.ts";

/** Drops what no `Content-Type` can name from the content of a body, such as `json`. */
export function repairContent(node: Node, place: Place, repair: Repair): Node {
  const { content } = node;
  if (!isObject(content)) return node;
  const kept = Object.entries(content).filter(([name]) => {
    if (isMediaType(name)) return true;
    const message = `${shown(name)} isn't a media type, so it is ignored. Write a type and a subtype, as in \`application/json\`, and each media type by itself.`;
    repair.warn([place, "content", name], message);
    return false;
  });
  if (kept.length === Object.keys(content).length) return node;
  return { ...node, content: Object.fromEntries(kept) };
}
