import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../../http/client-address.ts";

export interface Connections {
  open(): number;
  /** Closed on arrival since the process started: `full` at the total limit, `address` at the limit per address. */
  refused(): { full: number; address: number };
}

/**
 * Limits the connections of all clients together, and of each address.
 * @param maxPerAddress how many a network (an IPv4 address, an IPv6 /64) may hold
 */
export function boundConnections(
  server: Server,
  max: number,
  maxPerAddress: (network: string) => number,
): Connections {
  let open = 0;
  const refused = { full: 0, address: 0 };
  const byNetwork = new Map<string, number>();
  server.maxConnections = max;
  server.on("drop", () => refused.full++);
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress) ?? "unknown";
    const held = byNetwork.get(network) ?? 0;
    if (held >= maxPerAddress(network)) {
      refused.address++;
      socket.destroy();
      return;
    }
    open++;
    byNetwork.set(network, held + 1);
    socket.once("close", () => {
      open--;
      const left = (byNetwork.get(network) ?? 1) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    });
  });
  return { open: () => open, refused: () => ({ ...refused }) };
}

/** A fifth of the total: enough for an office behind one address, and no single client can take all. */
const share = 1000;

/**
 * The limit for clients that connect directly. Connections from this machine are the operator's own, such as a proxy
 * that isn't configured here, and serve many clients.
 */
export function shareOf(network: string): number {
  return /^127\.|^0:0:0:0::\/64$/.test(network) ? Number.POSITIVE_INFINITY : share;
}
