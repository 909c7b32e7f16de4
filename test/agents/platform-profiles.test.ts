import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type LookupFunction } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createReadPlatformProfile } from "../../server/payments/agents/platform-profiles.ts";

let requests = 0;
const server = createServer((_request, response) => {
  requests++;
  response.end("{}");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => void server.close());

/** Every name is an address of this machine. */
const lookup: LookupFunction = (_name, options, callback) =>
  options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);

const read = createReadPlatformProfile({ allowsPrivate: false, timeoutMs: 1000, lookup });

test("400 in production for an address without TLS, or with a password", async () => {
  for (const url of [`http://127.0.0.1:${port}/`, "https://agent:secret@agent.example/"]) {
    await expect(read(url), url).rejects.toMatchObject({ status: 400, code: "invalid_profile_url" });
  }
});

test("424 in production for private addresses, which get no connection", async () => {
  const connections: unknown[] = [];
  server.on("connection", (socket) => connections.push(socket));
  for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`, `agent.example:${port}`]) {
    await expect(read(`https://${host}/`), host).rejects.toMatchObject({
      ...{ status: 424, code: "profile_unreachable" },
      cause: { message: "the address isn't publicly reachable" },
    });
  }
  expect([connections.length, requests]).toEqual([0, 0]);
});

test("424 for a server that switches protocols, or ends the connection without a response", async () => {
  const heads = ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", ""];
  const upgrading = createSocketServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      const head = heads.shift();
      if (head) socket.write(head);
      else socket.end();
    });
  });
  await new Promise<void>((resolve) => upgrading.listen(0, "127.0.0.1", resolve));
  const { port: upgradingPort } = upgrading.address() as AddressInfo;
  const reading = createReadPlatformProfile({ allowsPrivate: true, timeoutMs: 60_000 });
  for (const path of ["upgraded", "ended"]) {
    const url = `http://127.0.0.1:${upgradingPort}/${path}`;
    await expect(reading(url), path).rejects.toMatchObject({ status: 424 });
  }
  // Its connections are closed, so that this ends.
  await new Promise((resolve) => upgrading.close(resolve));
});

test("of a profile, the version and the shop's capabilities are kept", async () => {
  const name = "dev.ucp.shopping.checkout";
  const dates = Array.from({ length: 28 }, (_, at) => `2026-02-${String(at + 1).padStart(2, "0")}`);
  const entries = ["x".repeat(33), ...dates].map((version) => ({ version, note: "x" }));
  const ucp = { version: "2026-04-08", capabilities: { [name]: entries, "com.agent.other": [], later: 1 } };
  const pages: Record<string, object> = {
    "/": { ucp },
    "/long": { ucp: { ...ucp, version: "x".repeat(33) } },
  };
  const talkative = createServer(({ url = "" }, response) => void response.end(JSON.stringify(pages[url])));
  await new Promise<void>((resolve) => talkative.listen(0, "127.0.0.1", resolve));
  const reading = createReadPlatformProfile({ allowsPrivate: true, timeoutMs: 5000 });
  const base = `http://127.0.0.1:${(talkative.address() as AddressInfo).port}`;
  expect(await reading(`${base}/`)).toEqual({
    version: ucp.version,
    capabilities: new Map([[name, dates.slice(0, 20)]]),
  });
  await expect(reading(`${base}/long`)).rejects.toMatchObject({ status: 422, code: "profile_malformed" });
  talkative.close();
});

test("an address for order events that can't be sent to is none", async () => {
  const urls = ["https://agent.example/hook?a=1", "ftp://agent.example/", "https://a:b@agent.example/", 7];
  const version = "2026-04-08";
  const bodies = urls.map((webhook_url) => {
    const orders = [{ version: "2026-01-11" }, { version, config: { webhook_url } }];
    return { ucp: { version, capabilities: { "dev.ucp.shopping.order": orders } } };
  });
  const server = createServer(({ url = "" }, response) =>
    response.end(JSON.stringify(bodies[Number(url.slice(1))])),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const reading = createReadPlatformProfile({ allowsPrivate: true, timeoutMs: 5000 });
  const { port } = server.address() as AddressInfo;
  const read = (_: unknown, at: number) => reading(`http://127.0.0.1:${port}/${at}`);
  const profiles = await Promise.all(urls.map(read));
  expect(profiles.map(({ orderEventsUrl }) => orderEventsUrl)).toEqual([
    urls[0],
    ...Array(3).fill(undefined),
  ]);
  server.close();
});

test("424 for a server that doesn't respond in time", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const impatient = createReadPlatformProfile({ allowsPrivate: true, timeoutMs: 50 });
  const { port: silentPort } = silent.address() as AddressInfo;
  await expect(impatient(`http://127.0.0.1:${silentPort}/`)).rejects.toMatchObject({ status: 424 });
  silent.closeAllConnections();
  silent.close();
});
