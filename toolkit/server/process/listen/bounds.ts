/** Milliseconds, except for the number of connections. */
export interface Bounds {
  /** How long a request's head may take, and how long a new connection may stay silent. */
  headers: number;
  /** How long a whole request may take to arrive. */
  request: number;
  /** How long an idle connection is kept open. */
  keepAlive: number;
  /** How long a connection may be inactive while a response is pending or being read. */
  socketTimeoutMs: number;
  /** How long the rest of a request is accepted and discarded after its response. */
  unread: number;
  /** How long a refused connection stays open so that its client can read the reason. */
  closingMs: number;
  /** How long keep-alive connections may still send a request during shutdown. */
  drainMs: number;
  /** How long running requests may take during shutdown. */
  shutdownMs: number;
  /** Open connections; further ones are closed on arrival. */
  connections: number;
}

export const defaultBounds: Bounds = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 30_000,
  socketTimeoutMs: 120_000,
  unread: 1000,
  closingMs: 1000,
  // A proxy on a busy machine takes a moment to notice a closed connection.
  drainMs: 2000,
  shutdownMs: 10_000,
  connections: 5000,
};
