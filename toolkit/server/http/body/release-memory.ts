/** Bytes. Smaller buffers aren't worth the call. */
const minReleasedBytes = 16 * 1024;

/**
 * Frees a body's memory at once, leaving the buffer empty. Waiting for the garbage collector lets hundreds of
 * megabytes pile up when many large bodies arrive together.
 * @param bytes from `readBytes`, so that nothing else shares the memory
 */
export function releaseMemory({ buffer }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength >= minReleasedBytes) buffer.transfer(0);
}
