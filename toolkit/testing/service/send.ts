import { isJson } from "@counterpart/server/document";
import type { CheckingFetch } from "../checks/checking-fetch.ts";

/** A running server and a fetch that checks its responses. */
export type Server = Pick<CheckingFetch, "fetch"> & { url: string };

export interface Content {
  /** Sent as JSON, with its Content-Type. */
  json?: unknown;
  /** Sent as is, without a Content-Type. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** The bearer token. */
  key?: string;
}

export interface ServiceResponse {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
  /** The error body's `code`. */
  code: string | undefined;
}

/** Sends requests that the typed client can't send. Responses are checked against the document too. */
export async function send(
  { url, fetch }: Server,
  method: string,
  path: string,
  { json, body, headers, key }: Content = {},
): Promise<ServiceResponse> {
  const content = json === undefined ? body : JSON.stringify(json);
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    // As bytes, since fetch adds a Content-Type to strings.
    ...(content !== undefined && {
      body: typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
    }),
  });
  const text = await response.text();
  const parsed = isJson(response.headers.get("content-type") ?? "") && text !== "" ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, text, body: parsed, code: parsed?.code };
}
