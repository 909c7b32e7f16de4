import { asciiLowerCase } from "./ascii-lower-case.ts";

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
