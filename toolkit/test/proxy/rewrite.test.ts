import { afterEach, expect, test } from "vitest";
import { rewriteResponse } from "../../testing/proxy/rewrite.ts";
import { type ProxyOptions, type RunningProxy, startProxy } from "../../testing/proxy/start-proxy.ts";
import { type RawServer, rawClient, rawServer } from "./raw.ts";
import { smallDocument } from "./small-document.ts";

const document = smallDocument();
const judge = { request: () => [], exchange: () => [] };

let upstream: RawServer | undefined;
let proxy: RunningProxy | undefined;
afterEach(async () => {
  upstream?.close();
  await proxy?.close();
});

/** The bytes that the server and the client get. The server's Location and cookie name its address. */
async function passed(rewrite: ProxyOptions["rewrite"]) {
  const server = await rawServer((_, socket) =>
    socket.write(
      `HTTP/1.1 303 See\r\nLocation: ${server.url}/pets/1\r\nSet-Cookie: a=1; Domain=api.example; Path=/\r\nContent-Length: 0\r\n\r\n`,
    ),
  );
  upstream = server;
  proxy = await startProxy({ document, judge, to: server.url, ...(rewrite && { rewrite }) });
  const client = await rawClient(proxy.url);
  client.send("GET /pets HTTP/1.1\r\nX-A: 1\r\nhost: localhost:4020\r\n\r\n");
  const received = await client.until((text) => text.endsWith("\r\n\r\n"));
  const at = (text: string) => text.replaceAll(server.url, "SERVER").replaceAll(String(server.port), "PORT");
  return { request: at(server.received.join()), response: at(received) };
}

test("addresses pass unchanged by default", async () => {
  expect(await passed(undefined)).toEqual({
    request: "GET /pets HTTP/1.1\r\nX-A: 1\r\nhost: localhost:4020\r\n\r\n",
    response:
      "HTTP/1.1 303 See\r\nLocation: SERVER/pets/1\r\nSet-Cookie: a=1; Domain=api.example; Path=/\r\nContent-Length: 0\r\n\r\n",
  });
});

test("Host, cookies and redirects are rewritten on request, at the same place", async () => {
  expect(await passed({ host: true, cookies: true, redirects: true })).toEqual({
    request: "GET /pets HTTP/1.1\r\nX-A: 1\r\nhost: 127.0.0.1:PORT\r\n\r\n",
    response:
      "HTTP/1.1 303 See\r\nLocation: http://localhost:4020/pets/1\r\nSet-Cookie: a=1; Path=/\r\nContent-Length: 0\r\n\r\n",
  });
});

test.each([
  ["https://api.example/v2/pets?a=1", "http://proxy/pets?a=1"],
  ["https://api.example/v2", "http://proxy"],
  ["https://api.example/v3/pets", "http://proxy/v3/pets"],
  ["https://api.example", "http://proxy"],
  ["https://api.example.org/v2/pets", "https://api.example.org/v2/pets"],
  ["/v2/pets", "/pets"],
  ["/v2", "/"],
  ["/v22/pets", "/v22/pets"],
  ["pets/1", "pets/1"],
  ["?page=2", "?page=2"],
])("Location %s behind a prefix becomes %s", (location, expected) => {
  const addresses = { upstream: new URL("https://api.example/v2/"), proxy: "http://proxy" };
  expect(rewriteResponse([["Location", location]], { redirects: true }, addresses)).toEqual([
    ["Location", expected],
  ]);
});
