/**
 * Lower-cases A to Z only. Unicode's mapping turns U+212A (KELVIN SIGN) into "k", which would merge the
 * addresses of two people.
 */
export function asciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
