import type { Running } from "../servers/start.ts";

export interface BenchRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent next, with `{id}` in its path replaced by the response's `id`. */
  followedBy?: BenchRequest;
}

/** A server under load, with the requests sent to it in turn. */
export interface Side {
  name: string;
  server: Running;
  requests: BenchRequest[];
}

/** The number of answered requests and the time they took. */
export interface Answered {
  requests: number;
  seconds: number;
}

/** The request's bytes in HTTP/1.1. */
export function rawRequest({ method, path, headers = {}, body }: BenchRequest, port: number): string {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const all = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length });
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `${method} ${path} HTTP/1.1\r\n${head}\r\n${body ?? ""}`;
}
