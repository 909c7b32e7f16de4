/** Whether Redis has refused the login or a permission, which isn't temporary. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && /^(?:WRONGPASS|NOAUTH|NOPERM)\b/.test(error.message);
}
