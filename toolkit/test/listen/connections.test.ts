import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
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

/** How many clients of a port have a connection, whether or not the server has accepted it. */
function countEstablished(port: number): number {
  const remote = new RegExp(`: [0-9A-F:]+ [0-9A-F]+:${port.toString(16).toUpperCase().padStart(4, "0")} 01 `);
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .filter((line) => remote.test(line)).length;
}

const queueOfSystem = "/proc/sys/net/core/somaxconn";
test.runIf(existsSync(queueOfSystem) && Number(readFileSync(queueOfSystem, "utf8")) >= 1000)(
  "800 connections may wait to be accepted while the server is busy",
  async () => {
    const { server } = await open({});
    for (let n = 0; n < 800; n++) {
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
    }
    // They are requested before this, and accepted after it.
    const established = await new Promise<number>((resolve) =>
      process.nextTick(() => resolve(countEstablished(server.port))),
    );
    expect(established).toBe(800);
  },
);

test.each([
  ["accepted before most of their requests are answered", 0, { from: 27, to: 30 }],
  ["not waited for without an end", 1000, { from: 0, to: 15 }],
])("connections that arrive together are %s", async (_, msPerLook, { from, to }) => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += msPerLook;
    return now;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { server } = await open({});
  const openThen: number[] = [];
  server.serve((_req, res) => {
    openThen.push(server.connections.open());
    res.end("served");
  });
  for (let n = 0; n < 30; n++) {
    const socket = connect(server.port, "127.0.0.1").resume();
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  await vi.waitFor(() => expect(openThen).toHaveLength(30));
  const afterAll = openThen.filter((count) => count === 30).length;
  expect(afterAll).toBeGreaterThanOrEqual(from);
  expect(afterAll).toBeLessThanOrEqual(to);
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
