/** A larger body is refused with 413. */
export interface BodyLimits {
  /** For text and JSON, in bytes. */
  maxBodyBytes: number;
  /** For file uploads, in bytes. */
  maxUploadBytes: number;
  /** Fields of a form. Each costs far more time than its bytes suggest. */
  maxFormFields: number;
}

const mebibyte = 1024 * 1024;

/** The given limits, or the defaults. */
export function bodyLimits({
  maxBodyBytes = mebibyte,
  maxUploadBytes = Math.max(16 * mebibyte, maxBodyBytes),
  maxFormFields = 1000,
}: Partial<BodyLimits>): BodyLimits {
  const limits = { maxBodyBytes, maxUploadBytes, maxFormFields };
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isSafeInteger(limit) || limit < 1) throw new Error(`${name} must be a whole number from 1.`);
  }
  return limits;
}

/**
 * Bytes of all bodies in memory at once, across documents. One caller may use a quarter of them, enough for
 * one upload.
 */
export function maxBytesAtOnce(limits: BodyLimits[]): number {
  const largest = limits.flatMap(({ maxBodyBytes, maxUploadBytes }) => [maxBodyBytes, maxUploadBytes]);
  return Math.max(64 * mebibyte, ...largest.map((bytes) => 4 * bytes));
}
