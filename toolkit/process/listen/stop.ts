import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Bounds } from "./bounds.ts";

/** Who answers requests can be told to wait for a moment. */
export interface Holdable {
  hold(): void;
  release(): void;
}

/**
 * Takes no new connections, lets what is on its way arrive and be answered, then closes what is left.
 * @param answers held until the server takes no connections any more, which takes milliseconds
 */
export async function stopServer(
  server: Server,
  { drainMs, shutdownMs }: Bounds,
  answers: Holdable,
): Promise<void> {
  const closed = new Promise((resolve) => server.once("close", resolve));
  answers.hold();
  await quietTurn(server);
  // HTTP's own close would end at once what is idle, though a request may be on its way there.
  NetServer.prototype.close.call(server);
  answers.release();
  const drainsUntil = performance.now() + drainMs;
  // A connection that is kept alive becomes idle again when its answer is through; nobody tells.
  const idle = setInterval(() => {
    if (performance.now() > drainsUntil) server.closeIdleConnections();
  }, 50);
  const timer = setTimeout(() => server.closeAllConnections(), shutdownMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
  // Now for what only this ends: the looking after slow requests.
  server.close();
}

/** Milliseconds: what a turn of the event loop takes in which hardly anything happens, and how long one is waited for. */
const quietMs = 1;
const patienceMs = 500;

/**
 * Connections that the system has accepted and this process hasn't are reset when it closes. So it closes right after a
 * turn of the event loop that took all of those, brought none, and was so short that hardly any can have come since.
 */
async function quietTurn(server: Server): Promise<void> {
  let came = 0;
  const count = () => void came++;
  server.on("connection", count);
  const givesUpAt = performance.now() + patienceMs;
  // The rest of this turn doesn't look at the network any more.
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
