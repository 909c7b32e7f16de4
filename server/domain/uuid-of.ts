import { createHash } from "node:crypto";

/** A UUID (RFC 9562, version 8) that is always the same for an id. */
export function uuidOf(id: string): string {
  const bytes = createHash("sha256").update(id).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
