import type { Parameter } from "./document.ts";
import { isJson } from "./media-types.ts";

/** How the document has a value written, with OpenAPI's defaults filled in. */
interface DocumentedStyle {
  style: string;
  explode: boolean;
  allowReserved: boolean;
  /** It has `content` of JSON; its style says nothing. */
  isJson: boolean;
}

type Styled = Pick<Parameter, "in" | "style" | "explode" | "allowReserved" | "content">;

/** The style of a parameter, or of a header. */
export function styleOf({ in: place, style, explode, allowReserved, content }: Styled): DocumentedStyle {
  const given = style ?? defaultStyle(place);
  return {
    style: given,
    explode: explode ?? explodesByDefault(given),
    allowReserved: allowReserved === true,
    isJson: Object.keys(content ?? {}).some(isJson),
  };
}

/** Those of queries count for the fields of forms, too. */
export const fieldStyles = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

export function defaultStyle(place: Parameter["in"]): string {
  return place === "query" || place === "cookie" ? "form" : "simple";
}

export function explodesByDefault(style: string): boolean {
  return style === "form" || style === "cookie";
}

/** Whether a parameter may be in the query without a value. Styles that can't write an empty value ignore that. */
export function mayBeEmpty({ in: place, style, allowEmptyValue }: Parameter): boolean {
  const isWritable = !["deepObject", "spaceDelimited", "pipeDelimited"].includes(style ?? "");
  return place === "query" && allowEmptyValue === true && isWritable;
}
