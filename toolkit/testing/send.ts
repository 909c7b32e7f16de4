import { isJson } from "../document/media-types.ts";
import type { CheckingFetch } from "./checking-fetch.ts";

/** A running server and a fetch that looks at its answers. */
export type Server = Pick<CheckingFetch, "fetch"> & { url: string };

export interface Content {
  /** Sent as JSON, and said to be. */
  json?: unknown;
  /** Sent as it is; no Content-Type is added. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** The bearer token. */
  key?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
  /** Of the error body. */
  code: string | undefined;
}

/** Sends what the typed client wouldn't send. The answer is held to the document all the same. */
export async function send(
  { url, fetch }: Server,
  method: string,
  path: string,
  { json, body, headers, key }: Content = {},
): Promise<Answer> {
  const content = json === undefined ? body : JSON.stringify(json);
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    // As bytes, since fetch gives a text a Content-Type of its own.
    ...(content !== undefined && {
      body: typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
    }),
  });
  const text = await response.text();
  const parsed = isJson(response.headers.get("content-type") ?? "") && text !== "" ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, text, body: parsed, code: parsed?.code };
}
