import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A reverse proxy in front of several servers. */
export interface Balancer {
  url: string;
  /** The number of requests that each server has answered, in the order of the servers. */
  answered: readonly number[];
  /** The number that went to the next server because this one accepted no connection. */
  retried(): number;
  /** Why requests that a server had accepted got no response and were answered with 502. */
  broken: readonly string[];
}

/**
 * Forwards requests to the servers in turn until the test is over. A request goes to the next server only if none of it
 * can have been sent. Any other failure is a 502, since a proxy must not repeat a POST.
 */
export async function openBalancer(servers: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const answered = servers.map(() => 0);
  const broken: string[] = [];
  let turn = 0;
  let retried = 0;

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = Buffer.concat(await req.toArray());
    const first = turn++;
    for (let n = 0; n < servers.length; n++) {
      const chosen = (first + n) % servers.length;
      try {
        const answer = await send(agent, servers[chosen] ?? "", req, body);
        answered[chosen] = (answered[chosen] ?? 0) + 1;
        const { connection: _, "keep-alive": __, ...headers } = answer.head.headers;
        return void res.writeHead(answer.head.statusCode ?? 502, headers).end(answer.body);
      } catch (error) {
        const { code = "", message } = error as NodeJS.ErrnoException;
        if (code !== "ECONNREFUSED") {
          broken.push(`${req.method} ${code || message}`);
          break;
        }
        retried++;
      }
    }
    res.writeHead(502, { "Content-Type": "application/json" }).end("{}");
  }

  const server = createServer((req, res) => void pass(req, res).catch(() => res.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, answered, retried: () => retried, broken };
}

async function send(
  agent: Agent,
  server: string,
  { method, url, headers, socket }: IncomingMessage,
  body: Buffer,
) {
  const { connection: _, ...passed } = headers;
  const out = request(new URL(url ?? "/", server), {
    agent,
    method: method ?? "GET",
    headers: { ...passed, "x-forwarded-for": socket.remoteAddress ?? "" },
  });
  const head = await new Promise<IncomingMessage>((resolve, reject) => {
    out.on("error", reject).on("response", resolve).end(body);
  });
  return { head, body: Buffer.concat(await head.toArray()) };
}
