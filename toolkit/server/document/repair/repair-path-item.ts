import { parameterNames } from "../path-template.ts";
import { isObject, mapEntries, memberOf, type Node, type Place } from "../walk.ts";
import { resolvedOrSelf } from "./follow-reference.ts";
import { firstRepeated, type Repair } from "./repair-context.ts";
import { repairOperation } from "./repair-operation.ts";
import { keyOf, type ParametersPlace, repairParameters } from "./repair-parameters.ts";
import { repairServers } from "./repair-servers.ts";
import { repairSpreadObjects } from "./repair-spread-objects.ts";

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
