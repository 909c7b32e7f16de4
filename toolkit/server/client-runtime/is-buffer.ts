/** Bytes in memory. Node's `Buffer` is an array of bytes, too. */
export function isBuffer(value: unknown): value is ArrayBuffer | Uint8Array<ArrayBuffer> {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}
