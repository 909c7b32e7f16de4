import { Agent, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";

export interface Question {
  method: string;
  /** As in the request line, with the query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** The body is compressed before it is sent. */
  gzip?: boolean;
}

export interface Answer {
  status: number;
  /** By name in lower case. */
  headers: Record<string, string>;
  text: string;
}

const agent = new Agent({ keepAlive: true });

/** Sends the request exactly as given: `fetch` would normalise the path, add headers, and refuse some. */
export function ask(url: string, { method, path, headers, body, gzip = false }: Question): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : gzip ? gzipSync(body) : Buffer.from(body);
    const length = bytes && { "Content-Length": bytes.length };
    const asked = request({ hostname, port, method, path, headers: { ...headers, ...length }, agent });
    asked.once("error", reject);
    asked.once("response", async (response) => {
      const text = String(await buffer(response));
      const given = Object.entries(response.headersDistinct).map(([name, values = []]) => [
        name,
        values.join(", "),
      ]);
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(given), text });
    });
    asked.end(bytes);
  });
}
