import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Switch {
  url: string;
  /** New connections lead there, and the old ones end. */
  lead(server: string): void;
  stop(): Promise<void>;
}

/** One address for many servers, since a tool that takes seconds to start can't be started for each. */
export async function startSwitch(): Promise<Switch> {
  let port = 0;
  const open = new Set<Socket>();
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  const front = createServer((incoming) => {
    const outgoing = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    lead(server) {
      endAll();
      port = Number(new URL(server).port);
    },
    async stop() {
      endAll();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}
