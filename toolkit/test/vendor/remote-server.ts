import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import tls from "node:tls";
import { onTestFinished } from "vitest";
import { privateAuthority } from "../../../test/helpers/processes/private-authority.ts";

type Answer = string | { to: string } | { status: number } | ((res: ServerResponse) => void);

/** A server with these texts by path, at `https://localhost:…`, whose certificate is trusted until the test ends. */
export async function startRemoteServer(answers: Record<string, Answer>) {
  const files = await privateAuthority(["DNS:localhost", "DNS:schemas.example"]);
  const [cert, key, authority] = await Promise.all(
    [files.certificate, files.key, files.ca].map((file) => readFile(file, "utf8")),
  );
  const asked: string[] = [];
  const server = https.createServer({ cert, key }, ({ url = "" }, res) => {
    asked.push(url);
    const answer = answers[url] ?? { status: 404 };
    if (typeof answer === "function") answer(res);
    else if (typeof answer === "string") res.end(answer);
    else if ("to" in answer) res.writeHead(302, { location: answer.to }).end();
    else res.writeHead(answer.status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const trusted = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...trusted, authority ?? ""]);
  onTestFinished(() => {
    tls.setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { answers, asked, port, url: `https://localhost:${port}`, ca: files.ca };
}

/** A name with these addresses, different at each look-up. */
export function names(...addresses: string[][]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    const found = (addresses[Math.min(asked.length, addresses.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    asked.push(hostname);
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
  return { asked, lookup };
}
