import { otherItems, otherProperties, type Schema } from "@counterpart/server/document";
import { getOrMake, mapValues, own } from "@counterpart/server/values";
import type { Compiler } from "./values/compiler.ts";
import { withoutChoices } from "./values/flat.ts";

/** The value that a server reads from a query or a form: `5` is a number if the schema accepts one. */
export function asRead(compiler: Compiler, schema: Schema, value: unknown): unknown {
  const concrete = compiler.concrete(value);
  const { types, keywords, groups } = compiler.flat(schema);
  const { properties = {} } = keywords as { properties?: Record<string, Schema> };
  const items = otherItems<Schema | false>(keywords);
  const additional = otherProperties<Schema | false>(keywords);
  if (groups.length > 0) {
    const readings = branchesOf(compiler, schema).map((branch) => asRead(compiler, branch, concrete));
    // The value may be read as null.
    const [valid = readings[0]] = readings.filter((one) => compiler.isValid(schema, one));
    return valid;
  }
  if (Array.isArray(concrete)) return concrete.map((one) => asRead(compiler, items || {}, one));
  if (concrete !== null && typeof concrete === "object") {
    return mapValues(concrete as Record<string, unknown>, (one, name) =>
      asRead(compiler, own(properties, name) || additional || {}, one),
    );
  }
  const text = String(concrete);
  const readings = [
    ...(types.includes("string") ? [text] : []),
    ...(types.includes("integer") && isNumeric(text) ? [Number(text)] : []),
    ...(types.includes("boolean") && /^(true|false)$/.test(text) ? [text === "true"] : []),
    ...(types.includes("null") && !types.includes("string") && /^(null)?$/.test(text) ? [null] : []),
  ];
  // A list with a single item is sent as that item.
  if (readings.length === 0 && types.includes("array")) return [asRead(compiler, items || {}, concrete)];
  return readings.length > 0 ? readings[0] : text;
}

const branches = new WeakMap<Schema, Schema[]>();

/** The schema with each choice of its first `oneOf` or `anyOf`, by which nested values are read. */
function branchesOf(compiler: Compiler, schema: Schema): Schema[] {
  return getOrMake(branches, schema, () => {
    const flat = compiler.flat(schema);
    const [first, ...others] = flat.groups;
    const without = withoutChoices(flat);
    const rest = others.map(({ keyword, branches }) => ({ [keyword]: branches }));
    return (first?.branches ?? []).map((branch) => ({
      ...without,
      allOf: [...(without.allOf as Schema[]), branch, ...rest],
    }));
  });
}

function isNumeric(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}
