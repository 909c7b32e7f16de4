import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const shape = /^(cp_[A-Za-z0-9_-]{32})([0-9a-f]{8})$/;

/** `cp_`, 192 random bits, and a checksum, so that scanners recognise keys and typos are caught early. */
export function newApiKey(): string {
  const body = `cp_${randomBytes(24).toString("base64url")}`;
  return body + checksum(body);
}

/** Whether this has the format of one of our keys. Saves a database look-up. */
export function isApiKey(text: string): boolean {
  const parts = shape.exec(text);
  return parts?.[1] !== undefined && parts[2] === checksum(parts[1]);
}

/** Matches one of our keys anywhere in a text. */
export const apiKeyPattern = /cp_[A-Za-z0-9_-]{32}[0-9a-f]{8}/g;

/** The first of our keys in a text, such as a log line. */
export function findApiKey(text: string): string | undefined {
  return text.match(apiKeyPattern)?.find(isApiKey);
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, "0");
}
