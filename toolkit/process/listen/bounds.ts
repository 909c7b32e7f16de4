/** Milliseconds, except for the number of connections. */
export interface Bounds {
  /** How long the head of a request may take, and a connection on which nothing has come. */
  headers: number;
  /** How long a whole request may take to arrive. */
  request: number;
  /** How long a connection is kept for the next request. */
  keepAlive: number;
  /** How long neither side may send anything while an answer is awaited or taken. */
  socketTimeoutMs: number;
  /** How long the rest of a request is let in, unread, after its answer. */
  unread: number;
  /** How long a connection that was refused may stay open for its client to read why. */
  closingMs: number;
  /** How long a connection that is kept alive may still bring a request once the process has been told to stop. */
  drainMs: number;
  /** How long requests may still take once the process has been told to stop. */
  shutdownMs: number;
  /** Open at once; more are closed as they come. Each costs some 10 KB, and up to 140 KB when its client sends ahead. */
  connections: number;
}

export const defaultBounds: Bounds = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 30_000,
  socketTimeoutMs: 120_000,
  unread: 1000,
  closingMs: 1000,
  // A proxy on a busy machine takes a moment to see that a connection was closed.
  drainMs: 2000,
  shutdownMs: 10_000,
  connections: 5000,
};
