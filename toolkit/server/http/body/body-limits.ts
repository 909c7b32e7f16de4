/** In bytes; a larger body is refused with 413. */
export interface BodyLimits {
  /** For text and JSON. */
  maxBodyBytes: number;
  /** For file uploads. */
  maxUploadBytes: number;
}

const mebibyte = 1024 * 1024;

/** The given limits, or the defaults. */
export function bodyLimits({
  maxBodyBytes = mebibyte,
  maxUploadBytes = Math.max(16 * mebibyte, maxBodyBytes),
}: Partial<BodyLimits>): BodyLimits {
  for (const [name, bytes] of Object.entries({ maxBodyBytes, maxUploadBytes })) {
    if (!Number.isSafeInteger(bytes) || bytes < 1) throw new Error(`${name} must be a whole number from 1.`);
  }
  return { maxBodyBytes, maxUploadBytes };
}

/**
 * Bytes of all bodies in memory at once, across documents. One caller may use a quarter of them, enough for
 * one upload.
 */
export function maxBytesAtOnce(limits: BodyLimits[]): number {
  const largest = limits.flatMap(({ maxBodyBytes, maxUploadBytes }) => [maxBodyBytes, maxUploadBytes]);
  return Math.max(64 * mebibyte, ...largest.map((bytes) => 4 * bytes));
}
