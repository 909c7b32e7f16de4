import type { Schema } from "../../document/document.ts";
import { isObject } from "../../document/walk.ts";

const proto = "__proto__";

/** Rewrites a schema with keywords that also check a property called `__proto__`, which ajv skips. */
export function withProtoProperty(schema: Schema): Schema {
  const { properties, dependentRequired } = schema;
  let changed = schema;
  if (has(properties)) {
    const { [proto]: property, ...others } = properties;
    const patternProperties = { ...(schema.patternProperties as Schema), [`^${proto}$`]: property };
    changed = { ...changed, properties: others, patternProperties };
  }
  if (!has(dependentRequired)) return changed;
  const condition = {
    if: { type: "object", required: [proto] },
    [consequence]: { required: dependentRequired[proto] },
  };
  return { ...changed, allOf: [...((schema.allOf as Schema[] | undefined) ?? []), condition] };
}

/** A literal `then` would make the object a thenable, which `await` calls. */
const consequence = "then";

function has(members: unknown): members is Schema {
  return isObject(members) && Object.hasOwn(members, proto);
}
