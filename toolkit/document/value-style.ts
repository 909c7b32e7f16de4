import type { Parameter } from "./document.ts";
import { isJson } from "./media-types.ts";

/** How the document has a value written, with OpenAPI's defaults filled in. */
export interface DocumentedStyle {
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

export function defaultStyle(place: Parameter["in"]): string {
  return place === "query" || place === "cookie" ? "form" : "simple";
}

export function explodesByDefault(style: string): boolean {
  return style === "form" || style === "cookie";
}
