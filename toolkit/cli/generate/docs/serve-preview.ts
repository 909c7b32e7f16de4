import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { docsFiles } from "@counterpart/server/document";
import { allowingScript } from "./page-policy.ts";

const types: Record<string, string> = {
  [docsFiles.page]: "text/html; charset=utf-8",
  [docsFiles.json]: "application/json",
  [docsFiles.yaml]: "application/yaml",
  [docsFiles.llms]: "text/plain; charset=utf-8",
};

const eventsPath = "/_changes";
const reloading = `new EventSource(${JSON.stringify(eventsPath)}).onmessage = () => location.reload();`;

/** Serves the files of a reference to this machine. Rejects if the port is in use. */
export async function servePreview(folder: string, port: number) {
  const open = new Set<ServerResponse>();
  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? "/", "http://localhost");
    if (pathname === eventsPath) {
      res.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" }).flushHeaders();
      open.add(res);
      res.on("close", () => open.delete(res));
      return;
    }
    const name = pathname === "/" ? docsFiles.page : pathname.slice(1);
    const type = types[name];
    if (type === undefined) return void res.writeHead(404).end();
    const text = await readFile(path.join(folder, name), "utf8");
    res.writeHead(200, { "Content-Type": type, "Cache-Control": "no-store" });
    res.end(name === docsFiles.page ? previewPage(text) : text);
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Reloads the page wherever it is open. */
    reload() {
      for (const res of open) res.write("data: changed\n\n");
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The page with a script that reloads it, which its policy allows. */
function previewPage(html: string): string {
  return (allowingScript(html, reloading) ?? html)
    .replace("style-src", "connect-src 'self'; style-src")
    .replace("</head>", () => `<script>${reloading}</script></head>`);
}
