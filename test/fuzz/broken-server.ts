import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** An exchange between the fuzzer and the server, as a fault sees it. */
export interface ForwardedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A bug that a developer could have written into the server. */
export interface Fault {
  /** Changes the request. */
  before?: (request: ForwardedRequest) => ForwardedRequest;
  /** Changes the response; undefined closes the connection. */
  after?: (answer: Answered, request: ForwardedRequest) => Answered | undefined;
}

export interface BrokenServer {
  url: string;
  /** The current fault; none at first. */
  fault: Fault;
  close: () => Promise<void>;
}

/** A proxy in front of a working server that adds faults. */
export async function startBrokenServer(upstream: string): Promise<BrokenServer> {
  const { hostname, port } = new URL(upstream);
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer(async (req, res) => {
    const { before = (one: ForwardedRequest) => one, after = (one: Answered) => one } = broken.fault;
    const request = before({
      method: req.method ?? "",
      path: req.url ?? "",
      headers: headersOf(req),
      body: await textOf(req),
    });
    const answer = after(await pass(request), request);
    if (!answer) return void req.socket.destroy();
    const { "transfer-encoding": _, "content-length": __, connection: ___, ...headers } = answer.headers;
    const length =
      request.method === "HEAD" || answer.status === 204
        ? {}
        : { "Content-Length": Buffer.byteLength(answer.body) };
    res.writeHead(answer.status, { ...headers, ...length }).end(answer.body);
  });

  function pass({ method, path, headers, body }: ForwardedRequest): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const { "content-length": _, "transfer-encoding": __, connection: ___, ...others } = headers;
      const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
      const options = { hostname, port, agent, method, path, headers: { ...others, ...length } };
      const request = http.request(options, async (response) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: headersOf(response),
          body: await textOf(response),
        }),
      );
      request.once("error", reject).end(body);
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const broken: BrokenServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: {},
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return broken;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
