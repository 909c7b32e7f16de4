/** Thrown by the stubs that `counterpart scaffold` writes; answered as 501, or by the mock in development. */
export class NotImplemented extends Error {
  constructor() {
    super("This operation isn't implemented yet.");
  }
}

/**
 * Whether a handler is still a stub. Checks its source rather than calling it, so a handler that only
 * sometimes throws `NotImplemented` also counts.
 */
export function isStub(handler: unknown): boolean {
  return typeof handler === "function" && /\bNotImplemented\b/.test(String(handler));
}
