import { didYouMean } from "../source/references/did-you-mean.ts";
import { isObject, type Kind, memberOf, membersOf, type Node, type Place } from "../walk.ts";
import { type Fields, openApiFields } from "./openapi-fields.ts";
import type { Repair } from "./repair-context.ts";

/** Reports fields that OpenAPI doesn't define for an object or for the nested objects without a kind. */
export function noteUnknownFields(node: Node, kind: Kind, place: Place, repair: Repair): void {
  const known = openApiFields[kind];
  if (known === undefined) return;
  // Unknown keywords of schemas are reported where they are dropped.
  const isKnown = (name: string) => kind === "schema" || memberOf(kind, name) !== undefined;
  noteFields(node, known, { place, isKnown, others: membersOf[kind] }, repair);
  if (kind === "securityScheme") noteOtherScheme(node, place, repair);
}

/** Reports fields beside a reference, except in schemas. */
export function noteBesideReference(node: Node, kind: Kind, place: Place, repair: Repair): void {
  if (kind === "schema" || kind === "pathItem") return;
  for (const name of Object.keys(node)) {
    if (["$ref", "summary", "description"].includes(name) || name.startsWith("x-")) continue;
    repair.warn([place, name], `Beside \`$ref\`, OpenAPI ignores \`${name}\`. Leave it out.`);
  }
}

interface Around {
  place: Place;
  isKnown?: (name: string) => boolean;
  /** More fields, by name. */
  others?: object;
}

function noteFields(
  node: Node,
  { fields, within = {} }: Fields,
  { place, isKnown, others = {} }: Around,
  repair: Repair,
): void {
  for (const name of Object.keys(node)) {
    const inner = Object.hasOwn(within, name) ? within[name] : undefined;
    if (inner !== undefined) {
      for (const [one, known, at] of objectsIn(node[name], inner, { key: name, within: place }))
        noteFields(one, known, { place: at }, repair);
    } else if (!fields.includes(name) && !isKnown?.(name) && !name.startsWith("x-")) {
      const names = [...fields, ...Object.keys(within), ...Object.keys(others)];
      const advice = didYouMean(name, names) || " The name of an extension begins with `x-`.";
      const message = `OpenAPI has no field \`${name}\` here, so it is ignored.${advice}`;
      repair.warn([place, name], message);
    }
  }
}

function objectsIn(
  value: unknown,
  inner: NonNullable<Fields["within"]>[string],
  place: Place,
): [Node, Fields, Place][] {
  const known = "items" in inner ? inner.items : "values" in inner ? inner.values : inner;
  if (known === inner) return isObject(value) ? [[value, known, place]] : [];
  const isFitting = "items" in inner ? Array.isArray(value) : isObject(value);
  return Object.entries(isFitting ? (value as object) : {}).flatMap(([key, one]): [Node, Fields, Place][] =>
    isObject(one) ? [[one, known, { key, within: place }]] : [],
  );
}

const fieldsOfScheme: Record<string, string[]> = {
  apiKey: ["name", "in"],
  http: ["scheme", "bearerFormat"],
  mutualTLS: [],
  oauth2: ["flows", "oauth2MetadataUrl"],
  openIdConnect: ["openIdConnectUrl"],
};

function noteOtherScheme(scheme: Node, place: Place, repair: Repair): void {
  const type = String(scheme.type);
  if (!Object.hasOwn(fieldsOfScheme, type)) return;
  const others = Object.entries(fieldsOfScheme).flatMap(([one, fields]) => (one === type ? [] : fields));
  for (const name of Object.keys(scheme).filter((one) => others.includes(one))) {
    const message = `\`${name}\` has no meaning in a security scheme of the type ${type}; it is ignored.`;
    repair.warn([place, name], message);
  }
}
