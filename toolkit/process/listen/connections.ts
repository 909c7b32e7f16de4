import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../../http/client-address.ts";

export interface Connections {
  open(): number;
  /** Closed as they came, since the process started: `full` for all places taken, `address` for one address's share. */
  refused(): { full: number; address: number };
}

/**
 * Bounds the connections of all clients together, and of each address.
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

/** A fifth of all places: enough for an office behind one address, and no single client takes all. */
const share = 1000;

/**
 * The share of a client that connects by itself. What connects from this machine is its operator's, such as a proxy that
 * nobody has told us of, and speaks for many.
 */
export function shareOf(network: string): number {
  return /^127\.|^0:0:0:0::\/64$/.test(network) ? Number.POSITIVE_INFINITY : share;
}
