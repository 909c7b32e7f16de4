import type { Schema } from "../document/document.ts";
import type { Compiler } from "./values/compiler.ts";

/**
 * What a server makes of a value that was sent as text, as in a query or a form: `5` is a number where the schema asks
 * for one, and a text elsewhere.
 */
export function asRead(compiler: Compiler, schema: Schema, value: unknown): unknown {
  const concrete = compiler.concrete(value);
  const { types, keywords, groups } = compiler.flat(schema);
  const {
    items,
    properties = {},
    additionalProperties,
  } = keywords as {
    items?: Schema | false;
    properties?: Record<string, Schema>;
    additionalProperties?: Schema | false;
  };
  if (Array.isArray(concrete)) return concrete.map((one) => asRead(compiler, items || {}, one));
  if (concrete !== null && typeof concrete === "object") {
    return Object.fromEntries(
      Object.entries(concrete).map(([name, one]) => [
        name,
        asRead(
          compiler,
          (Object.hasOwn(properties, name) && properties[name]) || additionalProperties || {},
          one,
        ),
      ]),
    );
  }
  const text = String(concrete);
  const readings = [
    ...(types.includes("string") ? [text] : []),
    ...(types.includes("integer") && isNumeric(text) ? [Number(text)] : []),
    ...(types.includes("boolean") && /^(true|false)$/.test(text) ? [text === "true"] : []),
  ];
  // A list of one is sent as the one.
  if (readings.length === 0 && types.includes("array")) return [asRead(compiler, items || {}, concrete)];
  const valid = groups.length > 0 ? readings.find((one) => compiler.isValid(schema, one)) : undefined;
  return valid ?? readings[0] ?? text;
}

function isNumeric(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}
