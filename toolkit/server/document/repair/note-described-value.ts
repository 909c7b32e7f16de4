import { essence, isJson } from "../media-types.ts";
import { isObject, type Kind, type Node, type Place } from "../walk.ts";
import { type Repair, shown } from "./repair-context.ts";

/** Reports the parts of a parameter's or a header's description that aren't applied. */
export function noteDescribedValue(node: Node, kind: Kind, place: Place, repair: Repair): void {
  if (kind !== "parameter" && kind !== "header") return;
  const { content, schema, style, allowEmptyValue } = node;
  const warn = (key: string, message: string): void => repair.warn([place, key], message);
  const [first, ...others] = Object.keys(isObject(content) ? content : {});
  if (first !== undefined && others.length > 0) {
    const message = `A ${kind} has one media type: ${first} is used, and ${others.join(", ")} ${others.length === 1 ? "is" : "are"} ignored.`;
    warn("content", message);
  }
  // The code that ignores a querystring parameter of another media type reports it.
  if (first !== undefined && node.in !== "querystring" && !isRead(first)) {
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

function isRead(mediaType: string): boolean {
  return isJson(mediaType) || ["text/plain", "*/*"].includes(essence(mediaType));
}

/** Other locations are reported as unusable. */
function hasValue({ in: place }: Node, kind: Kind): boolean {
  return kind === "header" || ["path", "query", "header", "cookie"].includes(String(place));
}
