import { once } from "node:events";
import { readFile } from "node:fs/promises";
import https from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { privateAuthority } from "../../../test/helpers/processes/private-authority.ts";
import { startProxy } from "../../testing/proxy/start-proxy.ts";
import { rawClient } from "./raw.ts";
import { smallDocument } from "./small-document.ts";

const judge = { request: () => [], exchange: () => [] };

const switched = "HTTP/1.1 101 So\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";

/** A proxy before an HTTPS server, and the certificate of the server's authority. */
async function secure() {
  const files = await privateAuthority(["IP:127.0.0.1"]);
  const [cert, key, authority] = await Promise.all(
    [files.certificate, files.key, files.ca].map((file) => readFile(file, "utf8")),
  );
  const server = https.createServer({ cert, key }, (_, res) => res.end("[]"));
  server.on("upgrade", (_, socket) => socket.end(`${switched}hi`));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const to = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = await startProxy({ document: smallDocument(), judge, to });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  return { proxy, authority: authority ?? "" };
}

test("requests and WebSockets pass on to a server with a trusted certificate", async () => {
  const { proxy, authority } = await secure();
  const trusted = tls.getCACertificates("default");
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
  tls.setDefaultCACertificates([...trusted, authority]);
  expect(await (await fetch(`${proxy.url}/pets`)).text()).toBe("[]");
  const client = await rawClient(proxy.url);
  client.send("GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
  await client.until((received) => received === `${switched}hi`);
});

test("502 for a server with an unknown certificate", async () => {
  const { proxy } = await secure();
  const response = await fetch(`${proxy.url}/pets`);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({
    detail: expect.stringMatching(
      / Its certificate isn't trusted: .+\. NODE_EXTRA_CA_CERTS names a file of authorities to trust\.$/,
    ),
  });
});
