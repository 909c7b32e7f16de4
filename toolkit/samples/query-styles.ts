import type { QueryStyle } from "../client-runtime/serialize-query.ts";
import type { ApiDocument, Parameter } from "../document/document.ts";
import { isJson } from "../document/media-types.ts";
import { summarizeSchema } from "../document/schemas/summarize-schema.ts";

/** The styles for `serializeQuery` of these parameters, by name, except for those that need none. */
export function queryStyles(document: ApiDocument, parameters: Parameter[]): Record<string, QueryStyle> {
  const styles = parameters
    .filter(({ in: place }) => place === "query")
    .flatMap((parameter) => {
      const style = queryStyle(document, parameter);
      return style === undefined ? [] : [[parameter.name, style] as const];
    });
  return Object.fromEntries(styles);
}

function queryStyle(
  document: ApiDocument,
  { schema, style = "form", explode, content, isWholeQuery }: Parameter,
): QueryStyle | undefined {
  if (isWholeQuery) return "whole";
  if (content) return Object.keys(content).some(isJson) ? "json" : undefined;
  const { types } = summarizeSchema(document, schema);
  const isSpread = explode ?? style === "form";
  if (types.has("array")) return isSpread ? undefined : known(style);
  if (types.has("object")) return style === "form" && isSpread ? "spread" : known(style);
  return undefined;
}

function known(style: string): QueryStyle {
  return style === "spaceDelimited" || style === "pipeDelimited" || style === "deepObject" ? style : "form";
}
