import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to another server that a test can interrupt. */
export interface ProxyServer {
  /** The given address, through the proxy. */
  url: string;
  /** Closes all connections, and new ones at once. */
  cut(): void;
  /** Keeps connections open, accepts new ones, and forwards nothing. */
  hang(): void;
  /** Forwards everything again. */
  restore(): void;
  close(): void;
}

/** Starts a proxy to the server at this address, on a free port. */
export async function startProxy(address: string, defaultPort: number): Promise<ProxyServer> {
  const target = new URL(address);
  let state: "through" | "cut" | "hanging" = "through";
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    near.on("error", () => {});
    if (state === "cut") return near.destroy();
    const far = connect(Number(target.port || defaultPort), target.hostname);
    far.on("error", () => {});
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on("data", (bytes) => void to.write(bytes));
      from.on("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
      if (state === "hanging") from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const destroyAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const url = new URL(address);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      state = "cut";
      destroyAll();
    },
    hang() {
      state = "hanging";
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    restore() {
      state = "through";
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    close() {
      destroyAll();
      server.close();
    },
  };
}
