import { isObject, type Node, type Place } from "../../walk.ts";
import { moveMember } from "../moved-members.ts";
import type { Repair } from "../repair-context.ts";

/** Converts `dependencies`, from drafts before 2019-09, to `dependentRequired` and `dependentSchemas`. */
export function repairDependencies(schema: Node, place: Place, repair: Repair): Node {
  const { dependencies, ...rest } = schema;
  if (!isObject(dependencies) || rest.dependentRequired !== undefined || rest.dependentSchemas !== undefined)
    return schema;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, one]) => Array.isArray(one));
  const schemas = entries.filter(([, one]) => isObject(one) || typeof one === "boolean");
  const message =
    "`dependencies` has been replaced by `dependentRequired` and `dependentSchemas` in JSON Schema 2019-09; it is read as those.";
  repair.warn([place, "dependencies"], message);
  moveMember(repair, place, "dependencies", ["dependentSchemas"]);
  return {
    ...rest,
    ...(required.length > 0 && { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
}
