import { arrivingSchema } from "../../document/body-reading.ts";
import {
  type ApiDocument,
  type DocumentOperation,
  keyNames,
  type Parameter,
  resolve,
  type Schema,
} from "../../document/document.ts";
import { keyParameter } from "../../document/idempotency.ts";
import { isReadByItem } from "../../document/item-stream.ts";
import { essence, isForm, isJson, isOpenRange } from "../../document/media-types.ts";
import { own, setOwn } from "../../document/own.ts";
import { isMarked } from "../../document/schemas/omit-marked.ts";
import { type Follow, partsOf } from "../../document/schemas/parts-of.ts";
import { isObject, objectIn } from "../../document/walk.ts";
import type { Argument } from "./argument.ts";
import { faultsOfPlaces, isSameHeader, placedArguments } from "./placed-arguments.ts";

export interface ToolArguments {
  list: Argument[];
  /** The media type of the body, as the document spells it; undefined for an operation without one. */
  bodyType?: string;
  bodyRequired: boolean;
  /** Whether unknown arguments are properties of the body. */
  isOpen: boolean;
  /** Headers that get a new UUID for each call. */
  generated: string[];
}

/** The argument with which a caller says that a person has agreed. */
export const confirmation = "confirmed";

/** @param confirm the question to a person, if one has to agree */
export function argumentsSchema(
  { list, isOpen }: ToolArguments,
  confirm: string | undefined,
  schemaOf: (argument: Argument) => Schema = ({ schema }) => schema,
): Schema & { type: "object" } {
  const chosen = list.filter(({ fixed }) => !fixed);
  const { properties, required } = membersOf(chosen.map((one) => ({ ...one, schema: schemaOf(one) })));
  if (confirm !== undefined) {
    const description = `Set this only after a person has answered yes to: ${confirm}`;
    setOwn(properties, confirmation, { type: "boolean", description });
  }
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    ...(!isOpen && { additionalProperties: false }),
  };
}

/** Objects that contain arguments are open, since they may have members of clients. */
function membersOf(list: Pick<Argument, "at" | "schema" | "required">[]) {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const [name, members] of Map.groupBy(list, ({ at }) => at[0] ?? "")) {
    const [first, ...others] = members.map((one) => ({ ...one, at: one.at.slice(1) }));
    if (!first) continue;
    if (first.at.length === 0) setOwn(properties, name, first.schema);
    else {
      const { required: within, ...inner } = membersOf([first, ...others]);
      setOwn(properties, name, {
        ...{ type: "object", ...inner },
        ...(within.length > 0 && { required: within }),
      });
    }
    if (members.some((one) => one.required)) required.push(name);
  }
  return { properties, required };
}

/**
 * Merges an operation's parameters and the properties of its body. Names that collide get a prefix. If `x-mcp` places
 * arguments, there are no others.
 */
export function toolArguments(document: ApiDocument, operation: DocumentOperation): ToolArguments {
  const { arguments: places } = operation.mcp ?? {};
  const { list, ...rest } = ownArguments(document, operation);
  return { ...rest, list: places ? placedArguments(placeable(operation, list), places) : list };
}

/** What of a placed argument can't be applied, by its JSON pointer, and what is missing, under an empty one. */
export function placingFaults(
  document: ApiDocument,
  operation: DocumentOperation,
): { pointer: string; message: string }[] {
  const { arguments: places } = operation.mcp ?? {};
  if (!places) return [];
  const { list, bodyRequired } = ownArguments(document, operation);
  return faultsOfPlaces(placeable(operation, list), { places, bodyRequired });
}

/** Without places. */
function ownArguments(document: ApiDocument, operation: DocumentOperation): ToolArguments {
  const credentials = new Set(keyNames(document, operation, "query"));
  const { fixed = {}, confirm, arguments: places, generated: wanted = [] } = operation.mcp ?? {};
  const headers = operation.parameters.filter(
    ({ in: place, name }) => place === "header" && !isSetByServer(document, name),
  );
  const generated = headers
    .map(({ name }) => name)
    .filter((name) => wanted.some((one) => isSameHeader(one, name)));
  const parameters = ["path", "query", "header", "cookie"].flatMap((place) =>
    operation.parameters
      .filter((one) => one.in === place)
      .filter((one) => place !== "header" || (headers.includes(one) && !generated.includes(one.name)))
      .filter(({ name }) => place !== "query" || !credentials.has(name))
      .map(parameterArgument),
  );
  const body = bodyArguments(document, operation, { isWhole: places !== undefined });
  const list = withNames([...parameters, ...body.list], confirm ? [confirmation] : []).map((argument) =>
    Object.hasOwn(fixed, argument.name) ? { ...argument, fixed: { value: fixed[argument.name] } } : argument,
  );
  return { ...body, list, generated };
}

/** The arguments that can have a place. Only there, callers choose the `Idempotency-Key`. */
function placeable(operation: DocumentOperation, list: Argument[]): Argument[] {
  const key = keyParameter(operation);
  // Without one, the call sets it.
  return key
    ? [...list, { ...parameterArgument(key), required: false, name: key.name, at: [key.name] }]
    : list;
}

type Unnamed = Omit<Argument, "name" | "at">;

function parameterArgument(parameter: Parameter): Unnamed {
  const { in: place, name: target, style, content, required, description, example } = parameter;
  const schema = content ? (Object.values(content)[0]?.schema ?? {}) : parameter.schema;
  return {
    place,
    target,
    // Nothing else can be written in this style.
    schema: style === "deepObject" ? { type: "object", ...schema } : schema,
    required,
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
  };
}

/** @param isWhole whether the body is one argument, even if its properties could be */
function bodyArguments(
  document: ApiDocument,
  { requestBody }: DocumentOperation,
  { isWhole }: { isWhole: boolean },
): Omit<ToolArguments, "list" | "generated"> & { list: Unnamed[] } {
  const [bodyType, media = {}] =
    Object.entries(requestBody?.content ?? {}).sort(([a], [b]) => rank(a) - rank(b))[0] ?? [];
  if (!requestBody || bodyType === undefined) return { list: [], bodyRequired: false, isOpen: false };
  const { required: bodyRequired } = requestBody;
  const [named] = Object.values(media.examples ?? {});
  const example = media.example ?? named?.value;
  const schema = isReadByItem(bodyType, media)
    ? { type: "array", items: media.itemSchema }
    : arrivingSchema(document, bodyType, media);
  const hasFields = !isWhole && (isJson(bodyType) || isForm(bodyType));
  const fields = hasFields ? fieldsOf(document, schema) : undefined;
  if (!fields) {
    const whole: Unnamed = {
      place: "body",
      target: "body",
      schema,
      required: bodyRequired,
      description: `The body, ${essence(bodyType)}.`,
      ...(example !== undefined && { example }),
    };
    return { list: [whole], bodyType, bodyRequired, isOpen: false };
  }
  const list = Object.entries(fields.properties).map(([target, property]): Unnamed => {
    const value = isObject(example) ? own(example, target) : undefined;
    return {
      place: "field",
      target,
      schema: property,
      required: bodyRequired && fields.required.has(target),
      ...(value !== undefined && { example: value }),
    };
  });
  return { list, bodyType, bodyRequired, isOpen: fields.isOpen };
}

/** JSON can express the most, bytes the least. */
function rank(mediaType: string): number {
  if (isJson(mediaType) || isOpenRange(mediaType)) return 0;
  if (isForm(mediaType)) return 1;
  return essence(mediaType).startsWith("text/") ? 2 : 3;
}

/** Keywords of an object that only lists its properties. */
const plainKeywords = new Set([
  ...["$ref", "additionalProperties", "allOf", "properties", "required", "type"],
  ...["default", "deprecated", "description", "example", "examples", "externalDocs", "title", "xml"],
]);

/** The properties of an object without further conditions; undefined for other schemas. */
function fieldsOf(document: ApiDocument, schema: Schema) {
  const follow: Follow = (one) => resolve(document, one);
  const parts = partsOf(follow, schema, ["allOf"]);
  const properties: Record<string, Schema> = Object.create(null);
  for (const part of parts) {
    const isPlain = Object.keys(part).every((key) => plainKeywords.has(key) || key.startsWith("x-"));
    const { type, additionalProperties: others = true } = part;
    if (!isPlain || (type !== undefined && type !== "object") || typeof others !== "boolean")
      return undefined;
    for (const [name, property] of Object.entries(objectIn(part.properties))) {
      // Two schemas for one property would have to be merged.
      if (name in properties || !isObject(property)) return undefined;
      if (!isMarked(follow, property, "readOnly")) properties[name] = property;
    }
  }
  if (Object.keys(properties).length === 0) return undefined;
  return {
    properties,
    required: new Set(parts.flatMap(({ required }) => (Array.isArray(required) ? required : []))),
    isOpen: parts.every(({ additionalProperties }) => additionalProperties !== false),
  };
}

/** Characters. The APIs of models accept no longer names. */
const maxName = 64;

function withNames(list: Unnamed[], reserved: string[]): Argument[] {
  const taken = new Set(reserved);
  return list.map((one) => {
    const word = one.target.replaceAll(/[^\w.-]+/g, "_").slice(0, maxName) || one.place;
    const prefix = one.place === "field" ? "body" : one.place;
    let name = taken.has(word) ? `${prefix}_${word}`.slice(0, maxName) : word;
    for (let n = 2; taken.has(name); n++) name = `${prefix}_${word}`.slice(0, maxName - 3) + n;
    taken.add(name);
    return { ...one, name, at: [name] };
  });
}

/** Headers of the connection and of proxies, and those that a tool call sets by itself. */
const reserved =
  /^(accept|accept-encoding|authorization|connection|content-.+|cookie|expect|forwarded|host|idempotency-key|if-none-match|keep-alive|origin|proxy-.+|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.+|x-real-ip|x-request-id|traceparent|tracestate)$/i;

/** Whether a header can't be an argument: the server sets it, or it carries a credential. */
export function isSetByServer({ securitySchemes }: ApiDocument, name: string): boolean {
  if (reserved.test(name)) return true;
  return Object.values(securitySchemes).some(
    (scheme) =>
      scheme.type === "apiKey" && scheme.in === "header" && scheme.name.toLowerCase() === name.toLowerCase(),
  );
}
