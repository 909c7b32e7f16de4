/**
 * Idle connections stay open, since a busy test process can fall so far behind that its client sends a request on a
 * connection that its server is closing (`ECONNRESET`).
 */
export const patientBounds = { drainMs: 0, keepAlive: 600_000 };
