import { asciiLowerCase } from "./ascii-lower-case.ts";

/** Characters; RFC 5321 allows no more. */
const maxLength = 254;

/**
 * An address as people are known by it: without ASCII white space around it, and with A to Z in lower case. Undefined for
 * what can't be an address. Addresses that differ in other characters stay different.
 */
export function normalizeEmail(text: string): string | undefined {
  const email = asciiLowerCase(text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""));
  return email.length <= maxLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : undefined;
}
