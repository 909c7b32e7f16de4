import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";

/** What our server is compared with: the same bytes without key, limit, validation, database or headers. */
const { kind, body } = JSON.parse(process.argv[2] ?? "{}") as {
  kind: "express" | "http" | "echo";
  body: string;
};

const server = kind === "http" ? bareHttp() : createServer(bareExpress());
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

function bareHttp() {
  const object = JSON.parse(body || "{}");
  return createServer((_req, res) => {
    const bytes = Buffer.from(JSON.stringify(object));
    res.writeHead(200, { "Content-Type": "application/json; charset=utf-8", "Content-Length": bytes.length });
    res.end(bytes);
  });
}

function bareExpress() {
  const app = express();
  if (kind === "echo") {
    app.use(express.json());
    app.post("/{*path}", (req, res) => void res.json(req.body));
  } else {
    const object = JSON.parse(body);
    app.get("/{*path}", (_req, res) => void res.json(object));
  }
  return app;
}
