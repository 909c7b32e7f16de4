/** Characters; RFC 5321 allows no more. */
const maxLength = 254;

/** As people are known by it: without spaces around it, in lower case. Undefined for what can't be an address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return email.length <= maxLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : undefined;
}
