/** Characters; the limit of RFC 5321. */
const maxLength = 254;

/**
 * Normalises an address: trims ASCII white space and lower-cases A to Z. Undefined when it can't be an
 * address. Addresses that differ in other characters stay distinct.
 */
export function normalizeEmail(text: string): string | undefined {
  const email = asciiLowerCase(text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""));
  return email.length <= maxLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : undefined;
}

/**
 * Lower-cases A to Z only. Unicode's mapping turns U+212A (KELVIN SIGN) into "k", which would merge the
 * addresses of two people.
 */
function asciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
