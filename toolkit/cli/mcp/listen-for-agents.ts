import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBytes } from "@counterpart/server/http";
import { createMcpHandler, credentialsOf, type SendCall, type Toolset } from "@counterpart/server/mcp";

interface Parts {
  toolset: Toolset;
  send: SendCall;
  port: number;
  report: (error: Error) => void;
}

/** Bytes. */
const maxMessage = 32 * 1024 * 1024;

/** Listens on this machine at `/mcp`. Calls have the credentials of their callers. */
export async function listenForAgents({ toolset, send, port, report }: Parts) {
  const handle = createMcpHandler(toolset, report);
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const refused = refusalOf(req, (server.address() as AddressInfo).port);
    if (refused !== undefined) return void res.writeHead(refused).end();
    let message: unknown;
    try {
      message = JSON.parse((await readBytes(req, maxMessage)).toString("utf8"));
    } catch {
      return void res.writeHead(400).end();
    }
    const credentials = credentialsOf(toolset.document, req);
    await handle(message, { req, res }, { send, credentials: () => credentials, report });
  };
  const server = createServer((req, res) => {
    answer(req, res).catch((error) => {
      report(error);
      res.destroy();
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Only pages of this address may call: another could use the browser's place on this machine (DNS rebinding). */
function refusalOf({ method, url = "", headers }: IncomingMessage, port: number): number | undefined {
  if (url.split("?")[0] !== "/mcp") return 404;
  if (method !== "POST") return 405;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? "")) return 403;
  const { origin } = headers;
  return origin === undefined || hosts.includes(origin.replace(/^http:\/\//, "")) ? undefined : 403;
}

/**
 * Sends calls to the proxy. Redirects aren't followed.
 * @param prefix of the document's paths, which the proxy adds by itself
 */
export function sendThrough(url: string, prefix: string): SendCall {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: false });
  return ({ method, target, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const path = target.startsWith(`${prefix}/`) ? target.slice(prefix.length) : target;
      const sent = request({ hostname, port, agent, method, path, headers, signal });
      sent.once("response", resolve).once("error", reject);
      sent.end(body);
    });
}
