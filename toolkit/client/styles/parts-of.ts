/** The parts of a value as text: one string, the items of a list, or names with values. */
export type Parts =
  | { text: string; list?: undefined; pairs?: undefined }
  | { list: string[]; text?: undefined; pairs?: undefined }
  | { pairs: [name: string, value: string][]; text?: undefined; list?: undefined };

/**
 * The parts of a value. As in RFC 6570, undefined and null are omitted, also in a list or an object.
 * @returns undefined if nothing is left, as for an empty list
 */
export function partsOf(value: unknown): Parts | undefined {
  const given = asJson(value);
  if (!isGiven(given)) return undefined;
  if (Array.isArray(given)) {
    const list = given.filter(isGiven).map(plainText);
    return list.length > 0 ? { list } : undefined;
  }
  if (typeof given !== "object") return { text: plainText(given) };
  const pairs = Object.entries(given)
    .filter(([, one]) => isGiven(one))
    .map(([name, one]): [string, string] => [name, plainText(one)]);
  return pairs.length > 0 ? { pairs } : undefined;
}

/** A scalar as text. The styles leave nested objects undefined: they are JSON. */
export function plainText(value: unknown): string {
  const given = asJson(value);
  return typeof given === "object" ? JSON.stringify(given) : String(given);
}

export function isGiven(value: unknown): value is NonNullable<unknown> {
  return value !== undefined && value !== null;
}

/** A `Date` becomes its string, as in JSON. */
export function asJson(value: unknown): unknown {
  const hasJson = typeof value === "object" && value !== null && "toJSON" in value;
  return hasJson && typeof value.toJSON === "function" ? value.toJSON() : value;
}

/** How parts are joined. */
interface Joining {
  explode?: boolean;
  separator?: string;
  /**
   * The parameter or field that is checked: its parts can't contain the separator, since they would arrive as
   * several.
   */
  checked?: string;
}

/**
 * `a,b` for a list, and `R,1,G,2` for an object, or `R=1,G=2` if it is exploded.
 * @throws TypeError if a part contains the separator
 */
export function joined(
  parts: Parts,
  { explode = false, separator = ",", checked: name }: Joining,
  encode: (text: string) => string,
): string {
  const checked = (separators: string[]) => (text: string) => {
    const written = encode(text);
    if (name === undefined || !separators.some((one) => written.includes(one))) return written;
    const character = JSON.stringify(decodeURIComponent(separator));
    const reason = `${JSON.stringify(text)} contains the character that separates its parts, ${character}`;
    throw new TypeError(`${JSON.stringify(name)} can't be sent: ${reason}.`);
  };
  if (parts.list) return parts.list.map(checked([separator])).join(separator);
  if (!parts.pairs) return encode(parts.text);
  const between = explode ? "=" : separator;
  return parts.pairs.map((pair) => pair.map(checked([separator, between])).join(between)).join(separator);
}
