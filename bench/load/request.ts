import type { Running } from "../servers/start.ts";

export interface BenchRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent next, with the response's `id` for `{id}` in its path. */
  followedBy?: BenchRequest;
}

/** A server under load, and the requests that it gets in turn. */
export interface Side {
  name: string;
  server: Running;
  requests: BenchRequest[];
}

/** How many requests were answered in which time. */
export interface Answered {
  requests: number;
  seconds: number;
}

/** The bytes on the wire, in HTTP/1.1. */
export function rawRequest({ method, path, headers = {}, body }: BenchRequest, port: number): string {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const all = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length });
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `${method} ${path} HTTP/1.1\r\n${head}\r\n${body ?? ""}`;
}
