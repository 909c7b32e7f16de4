/** Escapes of other dialects that JavaScript without `u` reads as plain letters: `\A`, `\p{L}`. */
const foreignEscape = /\\(?![bBcdDfknrsStuvwWx])[A-Za-z]|\\[ux]\{|\\k(?!<)/;
const posixClass = /\[\[?\^?:[a-z]+:\]/;

const known = new Map<string, RegExp | undefined>();

/**
 * Compiles a `pattern` with the flag `u`, as JSON Schema recommends, or else without it, which allows needless escapes
 * such as `\:`. Undefined for other dialects, such as `(?i)` or `\A`, which can't be checked.
 */
export function regularExpression(pattern: string): RegExp | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const expression = isDelimited(pattern) ? undefined : (compiled(pattern, "u") ?? lenient(pattern));
  known.set(pattern, expression);
  return expression;
}

/** `/^a$/i`: other languages write the slashes around a pattern, but here they would be part of the text. */
function isDelimited(pattern: string): boolean {
  return /^\/\^.*\$\/[a-z]*$/s.test(pattern);
}

function lenient(pattern: string): RegExp | undefined {
  // An escaped backslash begins no escape.
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
