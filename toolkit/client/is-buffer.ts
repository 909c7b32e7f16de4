/** Bytes in memory, including views such as Node's `Buffer`: types of Blobs and of fetch take both alike. */
export function isBuffer(value: unknown): value is ArrayBuffer {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}
