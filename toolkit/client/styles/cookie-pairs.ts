import { asciiJson, encodeText } from "./encode-text.ts";
import { joined, partsOf } from "./parts-of.ts";
import type { ValueStyle } from "./value-style.ts";

/** Characters that end a cookie, look percent-encoded to most readers, or aren't ASCII. JSON can escape each. */
const unsafeInJson = /[;%\u007f-\uffff]/g;

/**
 * `name=value` pairs for the header `Cookie`, separated by `; `. The style `form` encodes values; the style `cookie`
 * sends them unchanged, and throws a TypeError if a cookie can't contain them.
 */
export function cookiePairs(
  name: string,
  value: unknown,
  { style = "form", explode = true, json = false }: ValueStyle = {},
): string[] {
  if (json) {
    const text = asciiJson(value ?? undefined, unsafeInJson);
    return text === undefined ? [] : [`${name}=${text}`];
  }
  const parts = partsOf(value);
  if (!parts) return [];
  const encode = style === "cookie" ? (text: string) => checked(name, text) : encodeText;
  if (explode && parts.list) return parts.list.map((one) => `${name}=${encode(one)}`);
  if (explode && parts.pairs) return parts.pairs.map(([member, one]) => `${encode(member)}=${encode(one)}`);
  return [`${name}=${joined(parts, { checked: name }, encode)}`];
}

function checked(name: string, text: string): string {
  if (/^[\x20-\x3a\x3c-\x7e]*$/.test(text) && text.trim() === text) return text;
  const refused = "semicolons, control characters, spaces at its ends or letters outside of ASCII";
  const reason = `its style \`cookie\` doesn't encode anything, and no cookie contains ${refused}`;
  throw new TypeError(
    `The cookie parameter ${JSON.stringify(name)} can't be sent: ${reason}. Encode its value.`,
  );
}
