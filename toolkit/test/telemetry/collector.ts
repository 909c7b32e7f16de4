import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Receives spans like an OpenTelemetry collector, by OTLP over HTTP. */
export async function startCollector(status = 200) {
  const received: { headers: IncomingHttpHeaders; text: string }[] = [];
  const server = createServer(async (req, res) => {
    let text = "";
    for await (const chunk of req) text += chunk;
    received.push({ headers: req.headers, text });
    res.writeHead(status).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
