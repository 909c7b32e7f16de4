import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Bounds } from "./bounds.ts";

/** Takes no new connections, lets what is on its way arrive and be answered, then closes what is left. */
export async function stopServer(server: Server, { linger, grace }: Bounds): Promise<void> {
  const closed = new Promise((resolve) => server.once("close", resolve));
  // Connections that wait to be taken are reset when a server closes: first it takes those that are there.
  await new Promise((resolve) => setImmediate(resolve));
  // HTTP's own close would end at once what is idle, though a request may be on its way there.
  NetServer.prototype.close.call(server);
  const lingersUntil = performance.now() + linger;
  // A connection that is kept alive becomes idle again when its answer is through; nobody tells.
  const idle = setInterval(() => {
    if (performance.now() > lingersUntil) server.closeIdleConnections();
  }, 50);
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
  // Now for what only this ends: the looking after slow requests.
  server.close();
}
