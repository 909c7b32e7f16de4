import type { Schema } from "../../document/document.ts";
import { isDateText } from "../../document/schemas/date-text.ts";
import { isOfType } from "../../document/schemas/is-of-type.ts";
import type { CheckKeyword } from "./check-keyword.ts";

/**
 * Replaces `type`. Accepts a text, or a `Date`, which the validator replaces with its text (see `plainCopy`).
 */
export const dateKeyword = "x-date-text";

interface DateText {
  format: string;
  /** Every type that the value may have, including `string`. */
  types: string[];
}

/** By format. */
const textOf: Record<string, (time: string) => string> = {
  date: (time) => time.split("T")[0] as string,
  "date-time": (time) => time,
};

/** Changes a response schema so that a `Date` is valid wherever it describes a date or time as text. */
export function acceptDate(schema: Schema): Schema {
  if (!isDateText(schema)) return schema;
  const { type, ...rest } = schema;
  return { ...rest, [dateKeyword]: { format: schema.format, types: [type].flat() } };
}

export const dateText: CheckKeyword = {
  keyword: dateKeyword,
  // It changes the value, so it must run before the other keywords.
  before: "type",
  modifying: true,
  createCheck:
    ({ format, types }: DateText) =>
    (value, { parentData, parentDataProperty }) => {
      const text = hasIsoText(value) ? isoText(value, textOf[format]) : value;
      if (text !== value) parentData[parentDataProperty] = text;
      if (types.some((type) => isOfType(type, text))) return undefined;
      return [{ message: `must be ${types.join(",")}`, params: { type: types.join(",") } }];
    },
};

/** Whether a value is a `Date` or another library's equivalent. */
export function hasIsoText(value: unknown): value is Pick<Date, "toISOString"> {
  return typeof (value as Date | null | undefined)?.toISOString === "function";
}

function isoText(value: Pick<Date, "toISOString">, text = (time: string) => time): string {
  try {
    return text(value.toISOString());
  } catch {
    // "Invalid Date", which the format rejects.
    return String(value);
  }
}
