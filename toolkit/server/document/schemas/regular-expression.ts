/** Escapes of other dialects that JavaScript without the flag `u` would take for plain letters, as in `\A` or `\p{L}`. */
const foreignEscape = /\\(?![bBcdDfknrsStuvwWx])[A-Za-z]|\\[ux]\{|\\k(?!<)/;
const posixClass = /\[\[?\^?:[a-z]+:\]/;

const known = new Map<string, RegExp | undefined>();

/**
 * A `pattern` of a schema as JavaScript reads it: with the flag `u`, as JSON Schema says, or else without it, which allows
 * needless escapes such as `\:`. Undefined for a pattern of another dialect, as with `(?i)` or `\A`, whose meaning
 * JavaScript doesn't know: it can't be checked.
 */
export function regularExpression(pattern: string): RegExp | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const expression = isDelimited(pattern) ? undefined : (compiled(pattern, "u") ?? lenient(pattern));
  known.set(pattern, expression);
  return expression;
}

/** `/^a$/i`: other languages write the slashes around it, here they would belong to the text. */
function isDelimited(pattern: string): boolean {
  return /^\/\^.*\$\/[a-z]*$/s.test(pattern);
}

function lenient(pattern: string): RegExp | undefined {
  // A backslash that is escaped itself begins no escape.
  const escapes = pattern.replaceAll("\\\\", "");
  return foreignEscape.test(escapes) || posixClass.test(escapes) ? undefined : compiled(pattern, "");
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
