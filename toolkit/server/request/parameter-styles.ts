import type { ParameterStyles, ValueStyle } from "@counterpart/client/messages";
import type { ApiDocument, Parameter } from "../document/document.ts";
import { summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { defaultStyle, explodesByDefault, styleOf } from "../document/value-style.ts";

/** The styles that a client needs for these parameters, by place and name, without the defaults. */
export function parameterStyles(document: ApiDocument, parameters: Parameter[]): ParameterStyles {
  const styles: ParameterStyles = {};
  for (const parameter of parameters) {
    const style = styleFor(document, parameter);
    if (style) styles[parameter.in] = { ...styles[parameter.in], [parameter.name]: style };
  }
  return styles;
}

/** Undefined if the client's default is correct. */
function styleFor(
  document: ApiDocument,
  parameter: Parameter,
): (ValueStyle & { isWholeQuery?: boolean }) | undefined {
  const { in: place, isWholeQuery, content, schema } = parameter;
  if (isWholeQuery) return { isWholeQuery: true };
  const { style, explode, allowReserved, isJson } = styleOf(parameter);
  if (isJson) return { json: true };
  const { types } = summarizeSchema(document, schema);
  const isMany = !content && (types.has("array") || types.has("object"));
  const words: ValueStyle = {
    ...(style !== defaultStyle(place) && { style }),
    ...(isMany && explode !== explodesByDefault(style) && { explode }),
    ...(allowReserved && { allowReserved }),
  };
  const isUnusual = Object.keys(words).length > 0;
  // The client's defaults: objects as deepObject in a query, and no cookies.
  const isNeeded = place === "query" ? isMany && !types.has("array") : place === "cookie" || isAnyHeader();
  return isUnusual || isNeeded ? words : undefined;

  function isAnyHeader(): boolean {
    return place === "header" && (isMany || types.size === 0);
  }
}
