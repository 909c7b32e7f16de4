import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Bounds } from "./bounds.ts";

/** A server's requests, which can be paused. */
export interface PausableRequests {
  hold(): void;
  release(): void;
  /** Number of requests in progress. */
  open(): number;
  /** Called before slow requests are cut off. */
  onCut(requests: number): void;
}

/** Maximum turns of the event loop to wait for cut-off responses to notice. */
const maxTurns = 100;

/**
 * Stops accepting connections, lets requests in transit arrive and finish, then closes the rest.
 * @param answers paused until the server stops listening, which takes milliseconds
 */
export async function stopServer(
  server: Server,
  { drainMs, shutdownMs }: Bounds,
  answers: PausableRequests,
): Promise<void> {
  const closed = new Promise((resolve) => server.once("close", resolve));
  answers.hold();
  await waitForQuietTurn(server);
  // `http.Server.close` closes idle connections at once, though a request may be in transit on them. Bun's is no net.Server.
  if (server instanceof NetServer) NetServer.prototype.close.call(server);
  else (server as Server).close();
  answers.release();
  const drainsUntil = performance.now() + drainMs;
  // Polled, since no event reports that a keep-alive connection is idle again.
  const idle = setInterval(() => {
    if (performance.now() > drainsUntil) server.closeIdleConnections();
  }, 50);
  const timer = setTimeout(() => {
    // The remaining connections may have no requests.
    if (answers.open() > 0) answers.onCut(answers.open());
    server.closeAllConnections();
  }, shutdownMs);
  await closed;
  // Lets each cut-off request be logged before the process ends.
  for (let turn = 0; answers.open() > 0 && turn < maxTurns; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  clearInterval(idle);
  clearTimeout(timer);
  // Also stops the timer that checks for slow requests.
  server.close();
}

/** Milliseconds: an almost empty turn of the event loop, and the maximum wait for one. */
const quietMs = 1;
const patienceMs = 500;

/**
 * Waits for the best moment to close: closing resets connections that the kernel has accepted but this
 * process hasn't. After a short turn without new connections, there are hardly any.
 */
async function waitForQuietTurn(server: Server): Promise<void> {
  let came = 0;
  const count = () => void came++;
  server.on("connection", count);
  const givesUpAt = performance.now() + patienceMs;
  // The rest of this turn doesn't poll for connections.
  await new Promise((resolve) => setImmediate(resolve));
  for (let turnAt = performance.now(); ; ) {
    const before = came;
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    if ((came === before && now - turnAt < quietMs) || now > givesUpAt) break;
    turnAt = now;
  }
  server.off("connection", count);
}
