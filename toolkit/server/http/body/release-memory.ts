/** Bytes. Smaller buffers aren't worth the call. */
const minReleasedBytes = 16 * 1024;

/**
 * Frees a body's memory at once; the buffer is empty afterwards. The garbage collector frees memory outside its heap so
 * late that hundreds of megabytes pile up when many large bodies arrive at once.
 * @param bytes from `readBytes`, which share their memory with nothing
 */
export function releaseMemory({ buffer }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength >= minReleasedBytes) buffer.transfer(0);
}
