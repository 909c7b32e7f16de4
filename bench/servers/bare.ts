import { createServer, type RequestListener } from "node:http";
import express from "express";

// The baseline for our server: the same bytes without keys, limits, validation, database, headers or log.
const [kind, body = ""] = process.argv.slice(2);

createServer(answering()).listen(Number(process.env.PORT), "127.0.0.1");

function answering(): RequestListener {
  const type = { "Content-Type": "application/json; charset=utf-8" };
  if (kind === "http") {
    // Serialises the object for every response, like Express.
    const object = JSON.parse(body);
    return (_req, res) => {
      const text = JSON.stringify(object);
      res.writeHead(200, { ...type, "Content-Length": Buffer.byteLength(text) }).end(text);
    };
  }
  if (kind === "http-echo") {
    return (req, res) => {
      let text = "";
      req.on("data", (chunk) => {
        text += chunk;
      });
      req.on("end", () => res.writeHead(200, type).end(text && JSON.stringify(JSON.parse(text))));
    };
  }
  const app = express();
  if (kind === "echo") {
    app.use(express.json());
    app.all("/{*path}", (req, res) => void res.json(req.body));
  } else {
    const object = JSON.parse(body);
    app.get("/{*path}", (_req, res) => void res.json(object));
  }
  return app;
}
