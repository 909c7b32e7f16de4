import { essence, isJson } from "../media-types.ts";
import { own } from "../own.ts";
import type { RawDocument } from "../references.ts";
import { fieldStyles } from "../value-style.ts";
import { isObject, type Node, objectIn, type Place } from "../walk.ts";
import { resolvedOrSelf } from "./follow-reference.ts";
import { isHeaderOfHttp, isToken } from "./headers-of-http.ts";
import { isBroken, type Repair, shown } from "./repair-context.ts";

const places = ["path", "query", "header", "cookie"];

/** In OpenAPI, other parts of a document describe these headers. */
const describedElsewhere: Record<string, string> = {
  accept: "the responses' media types",
  authorization: "the security schemes",
  "content-type": "the request body's media types",
};

/** Repairs a parameter in `components` or in place, regardless of where it is used. */
export function repairParameter(given: Node, place: Place, repair: Repair): Node {
  const parameter = withKnownStyle(withPlainSchema(asQueryParameter(given)), place, repair);
  if (parameter.in === "path" && parameter.required !== true) {
    const message = "A parameter of the path is always required. Write `required: true`.";
    repair.warn([place], message);
    return { ...parameter, required: true };
  }
  if (parameter.required === undefined || typeof parameter.required === "boolean") return parameter;
  const message = "`required` must be true or false; it is ignored.";
  repair.warn([place, "required"], message);
  return { ...parameter, required: false };
}

const stylesIn: Record<string, string[]> = {
  path: ["simple", "label", "matrix"],
  query: fieldStyles,
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/** The first style of each location is its default. */
function withKnownStyle(parameter: Node, place: Place, repair: Repair): Node {
  const { style, ...rest } = parameter;
  const known = stylesIn[String(parameter.in)];
  if (style === undefined || !known || known.includes(String(style))) return parameter;
  const message = `No parameter in ${parameter.in} has the style ${shown(style)}; it is read as \`${known[0]}\`. Write one of ${known.join(", ")}.`;
  repair.warn([place, "style"], message);
  return rest;
}

/**
 * Converts OpenAPI 3.2's `in: querystring`. A form becomes an object whose properties are query parameters;
 * JSON becomes a query parameter that is the whole query.
 */
function asQueryParameter(parameter: Node): Node {
  const form = formOf(parameter);
  if (!form) return isWholeQuery(parameter) ? { ...parameter, in: "query", isWholeQuery: true } : parameter;
  const { content: _, ...rest } = parameter;
  return { ...rest, in: "query", style: "form", explode: true, schema: form.schema ?? { type: "object" } };
}

/** Gives a parameter whose `content` is plain text, or any media type, a `schema` instead. */
function withPlainSchema(parameter: Node): Node {
  const { content, ...rest } = parameter;
  const [[mediaType = "", media] = []] = Object.entries(objectIn(content));
  if (!["text/plain", "*/*"].includes(essence(mediaType)) || !isObject(media)) return parameter;
  return { ...rest, schema: media.schema ?? {}, ...(rest.example === undefined && examplesIn(media)) };
}

function examplesIn({ example, examples }: Node): Node {
  return { ...(example !== undefined && { example }), ...(examples !== undefined && { examples }) };
}

function formOf({ in: place, content }: Node): Node | undefined {
  const form = isObject(content) ? content["application/x-www-form-urlencoded"] : undefined;
  return place === "querystring" && isObject(form) ? form : undefined;
}

/** Whether a parameter is the whole query as JSON, before or after the repair. */
function isWholeQuery({ in: place, content, isWholeQuery }: Node): boolean {
  if (place !== "querystring") return isWholeQuery === true;
  const [mediaType = ""] = Object.keys(objectIn(content));
  return isJson(mediaType);
}

/** Where parameters are described. */
export interface ParametersPlace {
  /** As the document spells it. */
  path: string;
  place: Place;
  /** For an operation: the repaired parameters of its path. */
  shared: unknown[];
  /** For an operation: its security requirements. */
  security?: unknown;
}

/** Drops the parameters of a path or an operation that are duplicates or that no request can have. */
export function repairParameters(
  parameters: unknown[],
  { path, place, shared, security }: ParametersPlace,
  repair: Repair,
): unknown[] {
  const keys = apiKeys(repair.raw, security);
  const seen = new Set<string>();
  const queryFault = queryFaults(resolvedAll(parameters, repair), resolvedAll(shared, repair));
  const kept = parameters.filter((one, index) => {
    const parameter = resolvedOrSelf(repair.raw, one);
    // A broken reference keeps the operation from being served.
    if (!isObject(parameter) || isBroken(one, "parameter", repair)) return true;
    const key = keyOf(parameter);
    const fault = seen.has(key)
      ? `The parameter ${parameter.name} is listed twice; the first one is used. Remove the other one.`
      : (queryFault(parameter) ?? keyFault(keys, parameter) ?? faultOf(parameter, path));
    seen.add(key);
    if (!fault) return true;
    if (typeof fault === "string") repair.warn([place, `${index}`], fault);
    else repair.inform([place, `${index}`], fault.info);
    return false;
  });
  return kept.length === parameters.length ? parameters : kept;
}

function resolvedAll(parameters: unknown[], { raw }: Repair): Node[] {
  return parameters.map((one) => resolvedOrSelf(raw, one)).filter(isObject);
}

/** A query that is JSON can't contain other parameters. */
function queryFaults(own: Node[], shared: Node[]) {
  const sharedJson = shared.find(isWholeQuery);
  return (parameter: Node): string | undefined => {
    if (!isInQuery(parameter)) return undefined;
    const { name } = parameter;
    if (sharedJson && sharedJson.name !== name) {
      return `The query is the JSON of ${sharedJson.name}, so ${name} is ignored. Write it as a property of that JSON.`;
    }
    const other = [...own, ...shared].find((one) => isInQuery(one) && one.name !== name);
    if (!other || !isWholeQuery(parameter)) return undefined;
    return `The query can't be the JSON of ${name} and contain ${other.name} too, so ${name} is ignored. Write it as separate parameters.`;
  };
}

function isInQuery({ in: place }: Node): boolean {
  return place === "query" || place === "querystring";
}

/** Header names are case-insensitive. */
export function keyOf({ in: place, name }: Node): string {
  return `${place}:${place === "header" ? String(name).toLowerCase() : name}`;
}

/** The names of the API keys that an operation requires, by location. */
function apiKeys({ components }: RawDocument, security: unknown): Map<string, string> {
  const asked = (Array.isArray(security) ? security : []).filter(isObject).flatMap(Object.keys);
  const schemes: Node = isObject(components?.securitySchemes) ? components.securitySchemes : {};
  return new Map(
    asked.flatMap((name) => {
      const scheme = own(schemes, name);
      return isObject(scheme) && scheme.type === "apiKey" ? [[keyOf(scheme), name]] : [];
    }),
  );
}

/** API keys are read before parameters, and a request may contain each only once. */
function keyFault(keys: Map<string, string>, parameter: Node) {
  const scheme = keys.get(keyOf(parameter));
  if (scheme === undefined) return undefined;
  const message = `The security scheme ${scheme} defines ${parameter.name}, so the parameter is ignored. Remove it.`;
  return { info: message };
}

function faultOf(parameter: Node, path: string) {
  const { name, in: place } = parameter;
  if (typeof name !== "string" || name === "") return "A parameter needs a `name`; it is ignored.";
  if (place === "body" || place === "formData") {
    return `\`in: ${place}\` is of Swagger 2.0, so ${name} is ignored. Write a \`requestBody\`.`;
  }
  if (place === "querystring") {
    if (formOf(parameter) || isWholeQuery(parameter)) return undefined;
    return `\`in: querystring\` is read as application/json or application/x-www-form-urlencoded only, so ${name} is ignored. Write it as one of them, or as separate parameters.`;
  }
  if (!places.includes(place as string)) {
    return `The parameter ${name} needs an \`in\` of ${places.join(", ")}; it is ignored.`;
  }
  if (place === "path" && !path.includes(`{${name}}`)) {
    return `The path has no {${name}}, so the parameter is ignored. Add it to the path, or remove it.`;
  }
  const elsewhere = place === "header" ? own(describedElsewhere, name.toLowerCase()) : undefined;
  if (elsewhere !== undefined) {
    const message = `OpenAPI ignores a header parameter ${name}: ${elsewhere} define it.`;
    return { info: message };
  }
  if (place === "header" && isHeaderOfHttp(name)) {
    const message = `HTTP itself defines the header ${name}, so the parameter is ignored. Remove it.`;
    return { info: message };
  }
  if (place === "header" && !isToken(name)) {
    return `No header can have the name ${JSON.stringify(name)}; the parameter is ignored.`;
  }
  return undefined;
}
