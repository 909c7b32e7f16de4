import type { Parameter } from "./document.ts";
import { isJson } from "./media-types.ts";

type Styled = Pick<Parameter, "in" | "style" | "explode" | "allowReserved" | "content">;

/** How the document says a parameter or a header is serialized, with OpenAPI's defaults filled in. */
export function styleOf({ in: place, style, explode, allowReserved, content }: Styled) {
  const given = style ?? defaultStyle(place);
  return {
    style: given,
    explode: explode ?? explodesByDefault(given),
    allowReserved: allowReserved === true,
    /** Whether it has `content` of JSON, so that the style doesn't apply. */
    isJson: Object.keys(content ?? {}).some(isJson),
  };
}

/** Form fields use the styles of query parameters. */
export const fieldStyles = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

export function defaultStyle(place: Parameter["in"]): string {
  return place === "query" || place === "cookie" ? "form" : "simple";
}

export function explodesByDefault(style: string): boolean {
  return style === "form" || style === "cookie";
}

/**
 * Whether a query may contain a parameter without a value. Styles that can't express an empty value don't
 * support it.
 */
export function mayBeEmpty({ in: place, style, allowEmptyValue }: Parameter): boolean {
  const isWritable = !["deepObject", "spaceDelimited", "pipeDelimited"].includes(style ?? "");
  return place === "query" && allowEmptyValue === true && isWritable;
}
