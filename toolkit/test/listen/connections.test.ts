import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { shareOf } from "../../server/process/listen/connections.ts";
import { listen, type Place } from "../../server/process/listen/listen.ts";

async function open(place: Partial<Place>) {
  const { bounds, ...rest } = place;
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: { drainMs: 0, shutdownMs: 0, ...bounds },
    ...rest,
  });
  onTestFinished(() => server.stop());
  server.serve((_req, res) => void res.end("served"));
  const connectOnce = async (): Promise<Socket> => {
    const socket = connect(server.port, "127.0.0.1").resume();
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  return { server, connectOnce };
}

test("an address has no more connections than its share; more are closed on arrival, and counted", async () => {
  const asked: string[] = [];
  const { server, connectOnce } = await open({
    maxPerAddress: (network) => {
      asked.push(network);
      return 3;
    },
  });
  const held = [await connectOnce(), await connectOnce(), await connectOnce()];
  await vi.waitFor(() => expect(server.connections.open()).toBe(3));
  const refused = await connectOnce();
  await vi.waitFor(() => expect(refused.closed).toBe(true));
  expect(server.connections.refused()).toEqual({ full: 0, address: 1 });
  expect(new Set(asked)).toEqual(new Set(["127.0.0.1"]));

  held[0]?.destroy();
  await vi.waitFor(() => expect(server.connections.open()).toBe(2));
  const next = await connectOnce();
  next.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const [answer] = await once(next, "data");
  expect(`${answer}`).toContain("200 OK");
});

test("beyond the total limit, connections are closed on arrival, and counted", async () => {
  const { server, connectOnce } = await open({ bounds: { connections: 2 } });
  await Promise.all([connectOnce(), connectOnce()]);
  await vi.waitFor(() => expect(server.connections.open()).toBe(2));
  const refused = await connectOnce();
  await vi.waitFor(() => expect(refused.closed).toBe(true));
  expect(server.connections.refused()).toEqual({ full: 1, address: 0 });
});

test.each([
  ["203.0.113.7", 1000],
  ["2001:db8:1:0::/56", 1000],
  ["unknown", 1000],
  ["127.0.0.1", Number.POSITIVE_INFINITY],
  ["127.8.0.1", Number.POSITIVE_INFINITY],
  ["0:0:0:0::/56", Number.POSITIVE_INFINITY],
])("%s may have %d", (network, share) => {
  expect(shareOf(network)).toBe(share);
});
