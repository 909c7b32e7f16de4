import type { Schema } from "../../document/document.ts";
import { isObject } from "../../document/walk.ts";

const proto = "__proto__";

/** Rewrites a schema with keywords that also check a property called `__proto__`, which ajv skips. */
export function withProtoProperty(schema: Schema): Schema {
  const { properties, dependentRequired, dependentSchemas } = schema;
  let changed = schema;
  if (has(properties)) {
    const { [proto]: property, ...others } = properties;
    const patternProperties = { ...(schema.patternProperties as Schema), [`^${proto}$`]: property };
    changed = { ...changed, properties: others, patternProperties };
  }
  const dependent = [
    ...(has(dependentRequired) ? [{ required: dependentRequired[proto] }] : []),
    ...(has(dependentSchemas) ? [dependentSchemas[proto]] : []),
  ];
  if (dependent.length === 0) return changed;
  const conditions = dependent.map((one) => ({
    if: { type: "object", required: [proto] },
    [consequence]: one,
  }));
  return { ...changed, allOf: [...((schema.allOf as Schema[] | undefined) ?? []), ...conditions] };
}

/** A literal `then` would make the object a thenable, which `await` calls. */
const consequence = "then";

function has(members: unknown): members is Schema {
  return isObject(members) && Object.hasOwn(members, proto);
}
