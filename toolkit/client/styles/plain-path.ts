/**
 * A path with the values of parameters that are text, numbers or booleans, each a whole segment.
 * @throws TypeError if a segment would be empty or a dot segment, which would lead to another operation
 */
export function plainPath(path: string, values: Record<string, unknown>): string {
  return path.replace(/\{(.+?)\}/g, (template, name: string) => {
    const value = values[name];
    if (value === undefined) return template;
    const text = encodeURIComponent(String(value ?? ""));
    // URL parsers remove dot segments, even encoded ones (RFC 3986, 5.2.4).
    if (/^\.{0,2}$/.test(text))
      throw new TypeError(
        `The path parameter ${JSON.stringify(name)} can't be ${JSON.stringify(text)}: another path would be called.`,
      );
    return text;
  });
}
