import { filterMember, isObject, type Kind, type Node, type Place } from "../walk.ts";
import type { Repair } from "./repair-context.ts";

/**
 * Members that are dropped if their reference is broken. Without them, less is documented or checked, but
 * everything can be served.
 */
const dispensable = Object.entries({
  examples: "example",
  headers: "header",
  links: "link",
  securitySchemes: "securityScheme",
  "x-unmatched": "response",
} satisfies Record<string, Kind>);

/** Removes the optional members whose reference is broken. */
export function withoutBrokenExtras(node: Node, kind: Kind, place: Place, repair: Repair): Node {
  // Most objects of a document are schemas, which have no such members.
  if (kind === "schema") return node;
  return dispensable.reduce(
    (rest, [member, referred]) =>
      filterMember(rest, member, (name, one) => {
        const fault =
          isObject(one) && typeof one.$ref === "string" ? repair.faultOf(one.$ref, referred) : undefined;
        if (fault !== undefined) repair.warn([place, member, name], `${fault} It is left out.`);
        return fault === undefined;
      }),
    node,
  );
}

/** OpenAPI objects that may have an `example`. */
const haveExample = new Set<Kind>(["header", "mediaType", "parameter", "schema"]);

/** Removes an `example` that is a reference, which would be shown as an object with `$ref`. */
export function withoutReferringExample(node: Node, kind: Kind, place: Place, repair: Repair): Node {
  if (!haveExample.has(kind) || !isObject(node.example) || typeof node.example.$ref !== "string") return node;
  const { example: _, ...rest } = node;
  const instead = kind === "schema" ? "Write the value." : "Write the value, or refer to it from `examples`.";
  repair.warn([place, "example"], `An \`example\` can't be a reference; it is ignored. ${instead}`);
  return rest;
}

/** In OpenAPI 3.2, `dataValue` replaces `value`. */
export function repairExample(example: Node, place: Place, repair: Repair): Node {
  const { value, dataValue, serializedValue, externalValue } = example;
  if (value !== undefined) return example;
  if (dataValue !== undefined) return { ...example, value: dataValue };
  if (serializedValue !== undefined && externalValue === undefined) {
    const message =
      "Only the serialised form of this example is given, which mock and tests don't read. Write `dataValue` beside it.";
    repair.inform([place, "serializedValue"], message);
  }
  return example;
}
