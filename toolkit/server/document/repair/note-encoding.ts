import { isForm } from "../media-types.ts";
import { fieldStyles } from "../value-style.ts";
import { isObject, type Node, type Place } from "../walk.ts";
import { resolvedOrSelf } from "./follow-reference.ts";
import { type Repair, shown } from "./repair-context.ts";

/** Reports Encoding Objects and members of them that aren't supported. */
export function noteEncoding({ encoding, schema }: Node, place: Place, repair: Repair): void {
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
