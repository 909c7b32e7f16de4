/** Thrown by the stubs that `counterpart scaffold` writes; answered as 501, or by the mock in development. */
export class NotImplemented extends Error {
  constructor() {
    super("This operation isn't implemented yet.");
  }
}

/**
 * Whether a handler is still a stub. A stub is an ordinary function, so this looks at its source instead of calling it:
 * a handler that throws `NotImplemented` on some of its paths counts as a stub too.
 */
export function isStub(handler: unknown): boolean {
  return typeof handler === "function" && /\bNotImplemented\b/.test(String(handler));
}
