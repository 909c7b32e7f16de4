import { arrivingSchema } from "../../document/body-reading.ts";
import {
  type ApiDocument,
  type DocumentOperation,
  type Parameter,
  queryCredentials,
  resolve,
  type Schema,
} from "../../document/document.ts";
import { isReadByItem } from "../../document/item-stream.ts";
import { essence, isForm, isJson, isOpenRange } from "../../document/media-types.ts";
import { own, setOwn } from "../../document/own.ts";
import { isMarked } from "../../document/schemas/omit-marked.ts";
import { type Follow, partsOf } from "../../document/schemas/parts-of.ts";
import { isObject } from "../../document/walk.ts";
import { isSetByServer } from "./reserved-headers.ts";

/** An argument of a tool, and the part of the request that it becomes. */
export interface Argument {
  name: string;
  /** `field` is a property of the body, `body` the whole body. */
  place: Parameter["in"] | "field" | "body";
  /** The name of the parameter or the property. */
  target: string;
  /** As the document has it. */
  schema: Schema;
  required: boolean;
  description?: string;
  /** An example of the document. */
  example?: unknown;
  /** The value that `x-mcp` fixes; callers don't see the argument. */
  fixed?: { value: unknown };
}

export interface ToolArguments {
  list: Argument[];
  /** The media type of the body, as the document spells it; undefined for an operation without one. */
  bodyType?: string;
  bodyRequired: boolean;
  /** Whether unknown arguments are properties of the body. */
  isOpen: boolean;
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
  const required = chosen.filter((one) => one.required).map(({ name }) => name);
  const properties: Record<string, Schema> = {};
  for (const one of chosen) setOwn(properties, one.name, schemaOf(one));
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

/** Merges an operation's parameters and the properties of its body. Names that collide get a prefix. */
export function toolArguments(document: ApiDocument, operation: DocumentOperation): ToolArguments {
  const credentials = new Set(queryCredentials(document, operation));
  const parameters = ["path", "query", "header", "cookie"].flatMap((place) =>
    operation.parameters
      .filter((one) => one.in === place)
      .filter(({ name }) => place !== "header" || !isSetByServer(document, name))
      .filter(({ name }) => place !== "query" || !credentials.has(name))
      .map(parameterArgument),
  );
  const body = bodyArguments(document, operation);
  const { fixed = {}, confirm } = operation.mcp ?? {};
  const list = withNames([...parameters, ...body.list], confirm ? [confirmation] : []).map((argument) =>
    Object.hasOwn(fixed, argument.name) ? { ...argument, fixed: { value: fixed[argument.name] } } : argument,
  );
  return { ...body, list };
}

type Unnamed = Omit<Argument, "name">;

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

function bodyArguments(
  document: ApiDocument,
  { requestBody }: DocumentOperation,
): Omit<ToolArguments, "list"> & { list: Unnamed[] } {
  const [bodyType, media = {}] =
    Object.entries(requestBody?.content ?? {}).sort(([a], [b]) => rank(a) - rank(b))[0] ?? [];
  if (!requestBody || bodyType === undefined) return { list: [], bodyRequired: false, isOpen: false };
  const { required: bodyRequired } = requestBody;
  const [named] = Object.values(media.examples ?? {});
  const example = media.example ?? named?.value;
  const schema = isReadByItem(bodyType, media)
    ? { type: "array", items: media.itemSchema }
    : arrivingSchema(document, bodyType, media);
  const fields = isJson(bodyType) || isForm(bodyType) ? fieldsOf(document, schema) : undefined;
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
    for (const [name, property] of Object.entries(isObject(part.properties) ? part.properties : {})) {
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
    return { ...one, name };
  });
}
