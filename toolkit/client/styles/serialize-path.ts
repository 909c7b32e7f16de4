import { pathText } from "./path-text.ts";
import type { ValueStyle } from "./value-style.ts";

/**
 * A path with its parameters' values, encoded in their styles. Missing values leave their template.
 * @param path templates may have openapi-fetch's style markers: `{.name}`, `{;name*}`
 * @throws TypeError with the parameter's name, if a segment would be empty or a dot segment (`.`, `..`), which would
 * lead to   another operation
 */
export function serializePath(
  path: string,
  values: Record<string, unknown>,
  styles: Record<string, ValueStyle> = {},
): string {
  return path.split("/").map(segmentText).join("/");

  function segmentText(segment: string): string {
    let first: string | undefined;
    const text = segment.replace(/\{([^{}]+)\}/g, (template, inBraces: string) => {
      const { name, style } = readTemplate(inBraces);
      if (!Object.hasOwn(values, name) || values[name] === undefined) return template;
      first ??= name;
      const written = pathText(name, values[name], style);
      if (written === undefined || written === "") {
        const reason = "Without a value, the request would be for another address.";
        throw new TypeError(`The path parameter ${JSON.stringify(name)} is empty. ${reason}`);
      }
      return written;
    });
    // Dot segments are removed from URLs, even encoded ones (RFC 3986, 5.2.4).
    if (first !== undefined && /^\.{1,2}$/.test(text.replace(/%2e/gi, "."))) {
      const reason = "it would be removed from the path, and the request would be for another address";
      throw new TypeError(
        `The path parameter ${JSON.stringify(first)} can't be ${JSON.stringify(text)}: ${reason}.`,
      );
    }
    return text;
  }

  function readTemplate(inBraces: string): { name: string; style: ValueStyle } {
    if (Object.hasOwn(styles, inBraces)) return { name: inBraces, style: styles[inBraces] ?? {} };
    if (Object.hasOwn(values, inBraces)) return { name: inBraces, style: {} };
    const [, mark = "", name = "", star] = /^([.;]?)(.*?)(\*?)$/s.exec(inBraces) ?? [];
    const style = mark === "." ? "label" : mark === ";" ? "matrix" : "simple";
    return { name, style: { style, explode: star === "*" } };
  }
}
