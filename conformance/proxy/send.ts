import { Agent, type IncomingMessage, request as open } from "node:http";
import { gunzipSync } from "node:zlib";

/** A request of the run, with `{name}` for what earlier answers had. */
export interface Planned {
  operation: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

export interface Answer {
  status: number;
  /** As they were received, in pairs. */
  headers: [name: string, value: string][];
  body: Buffer;
}

export interface Sent {
  planned: Planned;
  /** Undefined if the connection ended before the answer did. */
  answer: Answer | undefined;
}

/** Sends the requests one after the other, as an end-to-end test would, whatever is answered. */
export async function sendAll(address: string, requests: Planned[]): Promise<Sent[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const known: Record<string, string> = {
    location: "/parcels/pcl_9997",
    created: "pcl_9997",
    etag: '"none"',
    cursor: "c2",
  };
  const all: Sent[] = [];
  for (const planned of requests) {
    const filled = fill(planned, known);
    const answer = await send(agent, address, filled).catch(() => undefined);
    if (answer) learn(known, filled, answer);
    all.push({ planned: filled, answer });
  }
  agent.destroy();
  return all;
}

function fill(planned: Planned, known: Record<string, string>): Planned {
  const filled = (text: string) => text.replace(/\{(\w+)\}/, (_, name) => known[name] ?? "");
  const headers = Object.entries(planned.headers).map(([name, value]) => [name, filled(value)]);
  return { ...planned, target: filled(planned.target), headers: Object.fromEntries(headers) };
}

function learn(known: Record<string, string>, { target }: Planned, { status, headers, body }: Answer): void {
  const header = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1];
  const etag = header("etag");
  if (etag) {
    known.etag = etag;
    if (target.endsWith("pcl_0001")) known.firstEtag ??= etag;
  }
  if (status === 201 && target === "/parcels") {
    // An absolute Location names the server; the run keeps to the proxy.
    known.location = header("location")?.replace(/^https?:\/\/[^/]+/, "") ?? "/parcels/pcl_9997";
  }
  try {
    const text = header("content-encoding") === "gzip" ? gunzipSync(body) : body;
    const value = JSON.parse(text.toString());
    if (status === 201 && value.id) known.created = value.id;
    if (value.nextCursor) known.cursor = value.nextCursor;
  } catch {
    // The run goes on with what it knows.
  }
}

function send(agent: Agent, baseUrl: string, { method, target, headers, body }: Planned): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const options = {
      agent,
      hostname,
      port,
      method,
      path: target,
      headers: { ...headers, ...length },
      timeout: 10_000,
    };
    const request = open(options, (response) => read(response).then(resolve, reject));
    request.on("timeout", () => request.destroy(new Error("There was no answer.")));
    request.on("error", reject).end(body);
  });
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { statusCode = 0, rawHeaders } = response;
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
  return { status: statusCode, headers, body: Buffer.concat(chunks) };
}
