import { _, type Ajv, type KeywordCxt, str } from "ajv";
import { checkDataTypes, DataType } from "ajv/dist/compile/validate/dataType.js";
import type { Schema } from "../../document/document.ts";

/** Stands in place of `type`: a text, or a `Date`, which the validator replaces by its text (see `plainCopy`). */
export const dateKeyword = "x-date-text";

/** The keyword's value. */
interface DateText {
  format: string;
  /** Every type that the value may have; one is `string`. */
  types: Parameters<typeof checkDataTypes>[0];
}

/** By format. */
const textOf: Record<string, (time: string) => string> = {
  date: (time) => time.split("T")[0] as string,
  "date-time": (time) => time,
};

/** The schema of a value in a response, changed so that a `Date` is valid where a text is a date or a time. */
export function acceptDate(schema: Schema): Schema {
  const types = [schema.type].flat();
  if (!types.includes("string") || !Object.hasOwn(textOf, String(schema.format))) return schema;
  const { type, ...rest } = schema;
  return { ...rest, [dateKeyword]: { format: schema.format, types } };
}

export function defineDateKeyword(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: dateKeyword,
    // It changes the value that the others see.
    before: "type",
    error: {
      message: ({ schema }) => str`must be ${schema.types.join(",")}`,
      params: ({ schema }) => _`{type: ${schema.types.join(",")}}`,
    },
    code(cxt: KeywordCxt) {
      const { data, gen, it } = cxt;
      const { format, types } = cxt.schema as DateText;
      const replace = gen.scopeValue("func", { ref: replacers[format] });
      gen.if(_`typeof ${data} != "string"`, () => {
        gen.assign(data, _`${replace}(${data}, ${it.parentData}, ${it.parentDataProperty})`);
      });
      cxt.fail(checkDataTypes(types, data, it.opts.strictNumbers, DataType.Wrong));
    },
  });
}

type Replacer = (value: unknown, parent: Record<string, unknown> | undefined, property: string) => unknown;

/** By format. They put the text in the value's place and return it; a value that is no `Date` is returned as it is. */
const replacers: Record<string, Replacer> = Object.fromEntries(
  Object.entries(textOf).map(([format, text]) => [
    format,
    (value, parent, property) => {
      if (!hasIsoText(value)) return value;
      const replaced = isoText(value, text);
      if (parent) parent[property] = replaced;
      return replaced;
    },
  ]),
);

/** Whether a value is a `Date`, or another library's equivalent. */
export function hasIsoText(value: unknown): value is Pick<Date, "toISOString"> {
  return typeof (value as Date | null | undefined)?.toISOString === "function";
}

function isoText(value: Pick<Date, "toISOString">, text: (time: string) => string): string {
  try {
    return text(value.toISOString());
  } catch {
    // "Invalid Date", which the format refuses.
    return String(value);
  }
}
