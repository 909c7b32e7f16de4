import { isObject, type Node, type Place } from "../walk.ts";
import { resolvedOrSelf } from "./follow-reference.ts";
import type { Repair } from "./repair-context.ts";

/**
 * The properties of an object in the query are separate query parameters, unless its style says otherwise. A
 * property with the name of another parameter would have to be valid for both, so it is dropped.
 * @param place of the parameters
 * @param given the original list of parameters
 * @param shared the parameters of the path
 */
export function repairSpreadObjects(
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
