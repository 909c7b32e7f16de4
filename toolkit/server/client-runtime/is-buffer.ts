/** Bytes in memory, including Node's `Buffer`. */
export function isBuffer(value: unknown): value is ArrayBuffer | Uint8Array<ArrayBuffer> {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}
