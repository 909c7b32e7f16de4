import type { ApiDocument, Encoding, MediaType, Schema } from "./document.ts";
import { summarizeSchema } from "./schemas/summarize-schema.ts";
import { fieldStyles } from "./value-style.ts";
import { isObject } from "./walk.ts";

/** How the document says a form field is encoded: in a style of query parameters, or in media types. */
export interface FieldEncoding {
  name: string;
  schema: Schema;
  style?: Pick<Encoding, "style" | "explode" | "allowReserved">;
  /** May contain ranges. Empty if a style applies or the document doesn't specify any. */
  contentTypes: string[];
}

/** The fields of a form that have an encoding. Only properties of the schema count. */
export function fieldEncodings(
  document: ApiDocument,
  { schema, encoding }: Pick<MediaType, "schema" | "encoding">,
): FieldEncoding[] {
  if (!isObject(encoding)) return [];
  const { properties } = summarizeSchema(document, schema ?? {});
  return Object.entries(encoding).flatMap(([name, given]): FieldEncoding[] => {
    if (!Object.hasOwn(properties, name) || !isObject(given)) return [];
    return [{ name, schema: properties[name] ?? {}, ...encodingOf(given) }];
  });
}

/** A style, even an implied one, takes precedence over the content type. */
function encodingOf(given: Encoding): Pick<FieldEncoding, "style" | "contentTypes"> {
  const { style, explode, allowReserved, contentType } = given;
  if (style !== undefined || explode !== undefined || allowReserved !== undefined) {
    return { style: styleWords(given), contentTypes: [] };
  }
  return {
    contentTypes: typeof contentType === "string" ? contentType.split(",").map((one) => one.trim()) : [],
  };
}

function styleWords({ style, explode, allowReserved }: Encoding): NonNullable<FieldEncoding["style"]> {
  return {
    ...(style !== undefined && fieldStyles.includes(style) && { style }),
    ...(typeof explode === "boolean" && { explode }),
    ...(allowReserved === true && { allowReserved }),
  };
}
