/** A Redis that can't be used, with the reason as its message. */
export class UnsupportedRedis extends Error {}

/** Whether Redis has refused the login or a permission, or isn't supported, which isn't temporary. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof UnsupportedRedis) return true;
  return error instanceof Error && /^(?:WRONGPASS|NOAUTH|NOPERM)\b/.test(error.message);
}
