import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Bounds } from "./bounds.ts";

/** The requests of a server, which can be paused. */
export interface Holdable {
  hold(): void;
  release(): void;
  /** How many are being answered. */
  open(): number;
  /** Called before connections are closed whose requests take too long. */
  onCut(requests: number): void;
}

/** Turns of the event loop in which the responses that were cut off learn of it. */
const maxTurns = 100;

/**
 * Takes no new connections, lets requests in transit arrive and finish, then closes what is left.
 * @param answers paused until the server has stopped listening, which takes milliseconds
 */
export async function stopServer(
  server: Server,
  { drainMs, shutdownMs }: Bounds,
  answers: Holdable,
): Promise<void> {
  const closed = new Promise((resolve) => server.once("close", resolve));
  answers.hold();
  await quietTurn(server);
  // `http.Server.close` would end idle connections at once, though a request may be in transit on them.
  NetServer.prototype.close.call(server);
  answers.release();
  const drainsUntil = performance.now() + drainMs;
  // A keep-alive connection becomes idle again after its response; there is no event for that.
  const idle = setInterval(() => {
    if (performance.now() > drainsUntil) server.closeIdleConnections();
  }, 50);
  const timer = setTimeout(() => {
    // Connections may be left that carry no request.
    if (answers.open() > 0) answers.onCut(answers.open());
    server.closeAllConnections();
  }, shutdownMs);
  await closed;
  // So that each has its line in the log before the process ends.
  for (let turn = 0; answers.open() > 0 && turn < maxTurns; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  clearInterval(idle);
  clearTimeout(timer);
  // Also ends the timer that checks for slow requests.
  server.close();
}

/** Milliseconds: the duration of an almost empty turn of the event loop, and how long to wait for one. */
const quietMs = 1;
const patienceMs = 500;

/**
 * Connections that the system has accepted and this process hasn't are reset by closing. So it closes right after a
 * turn of the event loop that accepted all of those, found none, and was so short that hardly any can have arrived
 * since.
 */
async function quietTurn(server: Server): Promise<void> {
  let came = 0;
  const count = () => void came++;
  server.on("connection", count);
  const givesUpAt = performance.now() + patienceMs;
  // The rest of this turn doesn't poll the network.
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
