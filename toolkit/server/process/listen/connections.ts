import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../../http/client-address.ts";

/**
 * Limits the connections in total and per address.
 * @param maxPerAddress limit for a network (an IPv4 address or an IPv6 /56)
 */
export function boundConnections(server: Server, max: number, maxPerAddress: (network: string) => number) {
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
  return {
    open: () => open,
    /**
     * Connections closed on arrival since the process started: `full` by the total limit, `address` by the
     * limit per address.
     */
    refused: () => ({ ...refused }),
  };
}

/** A fifth of the total: enough for an office behind one address, without letting one client take all. */
const share = 1000;

/**
 * The limit for clients that connect directly. Local connections are unlimited: they may come from a proxy
 * that isn't configured here and serves many clients.
 */
export function shareOf(network: string): number {
  return /^127\.|^0:0:0:0::\/56$/.test(network) ? Number.POSITIVE_INFINITY : share;
}
