import { parameterNames } from "../path-template.ts";
import { isObject, mapEntries, memberOf, type Node, type Place } from "../walk.ts";
import { resolvedOrSelf } from "./follow-reference.ts";
import { firstRepeated, type Repair } from "./repair-context.ts";
import { repairOperation } from "./repair-operation.ts";
import { keyOf, type ParametersPlace, repairParameters } from "./repair-parameters.ts";
import { repairServers } from "./repair-servers.ts";

/**
 * Repairs a path item: its operations and shared parameters. Undescribed parameters of the path template
 * accept any text.
 * @param path as the document spells it
 */
export function repairPathItem(item: Node, path: string, place: Place, repair: Repair): Node {
  const repaired = { ...repairServers(item, place, repair) };
  const shared = parametersOf(item, { path, place, shared: [] }, repair);
  if (item.parameters !== undefined) repaired.parameters = shared;
  const repeated = firstRepeated(parameterNames(path));
  if (repeated !== undefined) {
    const message = `The path has {${repeated}} twice. Requests may differ there, and handlers get one of the two values. Give each its own name.`;
    repair.warn([place], message);
  }
  for (const [key, given] of Object.entries(item)) {
    if (key === "additionalOperations" && isObject(given)) {
      const within = { key, within: place };
      repaired[key] = mapEntries(given, (one, name) => (isObject(one) ? repairOne(one, name, within) : one));
    } else if (memberOf("pathItem", key) === "operation" && isObject(given)) {
      repaired[key] = repairOne(given, key, place);
    }
  }
  return repaired;

  function repairOne(given: Node, key: string, within: Place): Node {
    const at = { key, within };
    const operation = repairOperation(given, at, repair);
    const security = operation.security ?? repair.raw.security;
    const own = parametersOf(operation, { path, place: at, shared, security }, repair);
    const missing = undeclared(path, [...shared, ...own], repair);
    for (const name of missing) {
      const message = `The path's parameter ${name} isn't described; it is any text. Add it to \`parameters\`.`;
      repair.warn([at], message);
    }
    if (own.length + missing.length > 0 || operation.parameters !== undefined) {
      const added = missing.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
      operation.parameters = [...own, ...added];
    }
    return operation;
  }
}

function parametersOf(
  { parameters }: Node,
  { place, ...around }: ParametersPlace,
  repair: Repair,
): unknown[] {
  if (!Array.isArray(parameters)) return [];
  const at = { ...around, place: { key: "parameters", within: place } };
  return repairSpreadObjects(repairParameters(parameters, at, repair), { ...at, given: parameters }, repair);
}

function undeclared(path: string, parameters: unknown[], repair: Repair): string[] {
  const declared = new Set(
    parameters.map((one) => {
      const parameter = resolvedOrSelf(repair.raw, one);
      return isObject(parameter) ? keyOf(parameter) : "";
    }),
  );
  return [...new Set(parameterNames(path))].filter((name) => !declared.has(`path:${name}`));
}

/**
 * The properties of an object in the query are separate query parameters, unless its style says otherwise. A
 * property with the name of another parameter would have to be valid for both, so it is dropped.
 * @param place of the parameters
 * @param given the original list of parameters
 * @param shared the parameters of the path
 */
function repairSpreadObjects(
  parameters: unknown[],
  { place, given, shared }: { place: Place; given: unknown[]; shared: unknown[] },
  repair: Repair,
): unknown[] {
  const resolved = [...parameters, ...shared].map((one) => resolvedOrSelf(repair.raw, one)).filter(isObject);
  const taken = new Set(
    resolved.flatMap((one) => (one.in === "query" && !isSpread(one) ? [String(one.name)] : [])),
  );
  return parameters.map((parameter) => {
    if (!isObject(parameter) || !isSpread(parameter)) return parameter;
    const schema = parameter.schema as Node & { properties: Node };
    const names = Object.keys(schema.properties);
    const others = names.filter((name) => taken.has(name));
    for (const name of names) taken.add(name);
    const index = given.indexOf(parameter);
    for (const name of others) {
      const message = `Another parameter already describes ${name} in the query, so ${parameter.name} is read without it. Write \`style: deepObject\` or \`explode: false\` if both are meant.`;
      repair.warn([place, `${index}`, "schema", "properties", name], message);
    }
    return others.length === 0 ? parameter : { ...parameter, schema: without(schema, new Set(others)) };
  });
}

function isSpread({ in: place, style = "form", explode, schema }: Node): boolean {
  if (place !== "query" || style !== "form" || explode === false || !isObject(schema)) return false;
  const types = schema.type === undefined ? ["object"] : [schema.type].flat();
  return isObject(schema.properties) && types.includes("object") && !types.includes("array");
}

function without(schema: Node & { properties: Node }, names: Set<string>): Node {
  const isKept = (name: unknown): boolean => !names.has(String(name));
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => isKept(name)));
  const { required } = schema;
  return { ...schema, properties, ...(Array.isArray(required) && { required: required.filter(isKept) }) };
}
