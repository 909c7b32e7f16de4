/** This kind of Redis isn't supported; the message says why. */
export class UnsupportedRedis extends Error {}

/** Whether the error is permanent: Redis refused the login or a permission, or isn't supported. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof UnsupportedRedis) return true;
  return error instanceof Error && /^(?:WRONGPASS|NOAUTH|NOPERM)\b/.test(error.message);
}
