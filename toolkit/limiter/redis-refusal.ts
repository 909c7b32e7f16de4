/** Whether Redis has answered that it doesn't let us in, or not this far: that doesn't pass by itself. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && /^(?:WRONGPASS|NOAUTH|NOPERM)\b/.test(error.message);
}
