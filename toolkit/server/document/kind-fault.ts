import { isContainer, pointerParts } from "./references.ts";
import { openApiFields } from "./repair/openapi-fields.ts";
import { isObject, type Kind, memberAt, membersOf } from "./walk.ts";

const names: Record<Kind, string> = {
  callback: "a callback",
  components: "the components",
  document: "the whole document",
  encoding: "an encoding",
  example: "an example",
  header: "a header",
  link: "a link",
  mediaType: "a media type",
  operation: "an operation",
  parameter: "a parameter",
  pathItem: "a path item",
  requestBody: "a request body",
  response: "a response",
  schema: "a schema",
  securityScheme: "a security scheme",
};

/** Fields that show what an object is. An object without any of them may still be one if it has no foreign field. */
const distinguishing: Partial<Record<Kind, string[]>> = {
  example: ["value", "externalValue", "dataValue", "serializedValue"],
  header: ["content", "schema"],
  link: ["operationId", "operationRef"],
  parameter: ["in", "name"],
  pathItem: Object.keys(membersOf.pathItem),
  requestBody: ["content"],
  response: ["content", "headers", "links"],
  securityScheme: ["type"],
};

/**
 * Explains in a sentence why a reference's target isn't of the kind that its place expects; undefined if it may be.
 * @param pointer of the target; empty if unknown. Where OpenAPI expects no kind, the target's fields decide.
 */
export function kindFault(ref: string, kind: Kind, pointer: string, target: unknown): string | undefined {
  const found = pointer === "" ? undefined : memberAt(pointer === "#" ? [] : pointerParts(pointer));
  const isOther = found === undefined ? isForeign(kind, target) : found !== kind;
  if (!isOther) return undefined;
  const what =
    found === undefined ? "" : ` but to ${typeof found === "string" ? names[found] : "several objects"}`;
  return `The reference ${ref} doesn't point to ${names[kind]}${what && `,${what}`}.`;
}

function isForeign(kind: Kind, target: unknown): boolean {
  if (!isObject(target) || typeof target.$ref === "string") return false;
  const keys = Object.keys(target).filter((key) => !key.startsWith("x-"));
  if (kind === "callback") return keys.some((key) => !isContainer(target[key]));
  const own = distinguishing[kind];
  if (own === undefined || keys.some((key) => own.includes(key))) return false;
  const { fields = [], within = {} } = openApiFields[kind] ?? {};
  const known = [...fields, ...Object.keys(within), ...Object.keys(membersOf[kind])];
  return keys.some((key) => !known.includes(key));
}
