/** JSON as a TypeScript literal. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('"__proto__":', '["__proto__"]:');
}

/** JSON as a TypeScript literal, on several lines if one would be too long. @param margin of the following lines */
export function literalLines(value: unknown, margin: string): string {
  const line = literal(value);
  if (line.length <= longestLiteral) return line;
  const lines = JSON.stringify(value, null, 2).replaceAll("\n", `\n${margin}`);
  return lines.replaceAll('"__proto__":', '["__proto__"]:');
}

/** Leaves room for the key before it. */
const longestLiteral = 80;

/** A name as a quoted key. A plain `__proto__` would set the object's prototype. */
export function quotedKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : JSON.stringify(name);
}

/** A name as a key, quoted if necessary. */
export function memberKey(name: string): string {
  return name !== "__proto__" && isIdentifier(name) ? name : quotedKey(name);
}

/** A name as the key of a type's member. */
export function typeKey(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

/** Text of the document for the inside of a one-line comment. */
export function commentText(text: string): string {
  return text.replaceAll("*/", "*\\/").replaceAll(/[\r\n\u2028\u2029]+/g, " ");
}

export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

export function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** ECMAScript's reserved words, and names that a module can't declare. */
export const reservedWords = (
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
  "finally for function if implements import in instanceof interface let new null package private protected public " +
  "return static super switch this throw true try typeof var void while with yield"
).split(" ");
