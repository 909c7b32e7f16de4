import type { Schema } from "../../document/document.ts";
import { isObject } from "../../document/walk.ts";

const proto = "__proto__";

/** The same in keywords in which ajv doesn't skip a property called `__proto__`. */
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

/** Whoever awaits an object with a literal `then` would call it. */
const consequence = "then";

function has(members: unknown): members is Schema {
  return isObject(members) && Object.hasOwn(members, proto);
}
