/**
 * A to Z in lower case, and every other character as it is. Unicode's mapping turns U+212A (KELVIN SIGN) into "k", so that
 * two people's addresses would become one.
 */
export function asciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
