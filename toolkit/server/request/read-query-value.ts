import { nested } from "./nested.ts";
import { isOfInner, type OwnNames, takesPlainValue } from "./own-names.ts";
import type { Pair } from "./query-string.ts";
import { fromAlternating, type Shape, split } from "./styled-shape.ts";

const delimiters: Record<string, string> = { spaceDelimited: " ", pipeDelimited: "|" };

/**
 * Reads a query parameter or form field in its style.
 * @param others names of the other parameters, which an object must not take
 * @param decode decodes a value
 */
export function queryValueReader(
  shape: Shape,
  own: OwnNames,
  others: OwnNames[],
  decode: (raw: string) => string,
): (pairs: Pair[]) => unknown {
  const { name, style, explode, summary, isList, isObject } = shape;
  if (style === "deepObject") {
    const isAlsoPlain = takesPlainValue(summary);
    const isOthers = isOfInner(name, others);
    return (pairs) => {
      const own = pairs.filter(([one]) => !isOthers(one));
      return deepObject(own, name, isAlsoPlain, decode);
    };
  }
  if (isObject && explode) {
    const members = new Set(Object.keys(summary.properties));
    const isMember = (one: string) => members.has(one) || !others.some((other) => other.resembles(one));
    return (pairs) => {
      const own = pairs.filter(([one]) => isMember(one));
      return own.length > 0 ? nested(own.map(([one, raw]) => [one, decode(raw)])) : undefined;
    };
  }
  return (pairs) => {
    const raws = pairs.filter(([one]) => own.has(one)).map(([, raw]) => raw);
    const [raw] = raws;
    if (raw === undefined) return undefined;
    if (!isList && !isObject) return raws.length > 1 ? raws.map(decode) : decode(raw);
    if (raws.length > 1 || (explode && isList)) return raws.map(decode);
    const parts = split(raw, delimiters[style] ?? ",", shape, decode);
    return isList ? parts : (fromAlternating(parts) ?? decode(raw));
  };
}

/**
 * Reads `where[size][min]=1&where[tags]=a&where[tags]=b`. OpenAPI doesn't specify lists and plain values
 * here; `expand=a&expand=b`, `expand[]=a` and `expand[0]=a` are all in use.
 */
function deepObject(
  pairs: Pair[],
  name: string,
  isAlsoPlain: boolean,
  decode: (raw: string) => string,
): unknown {
  const members = pairs.filter(([key]) => key.startsWith(`${name}[`) || (isAlsoPlain && key === name));
  // The parameter's name may itself contain brackets, which don't nest.
  const inner = members.map(([key, raw]): [string, string] => [`p${key.slice(name.length)}`, decode(raw)]);
  return nested(inner).p;
}
