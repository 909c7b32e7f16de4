import type { Answer } from "../../test/parity/ask.ts";

export interface Comparison {
  /** The first thing that differs; undefined if nothing does. */
  differing?: "status" | "body" | string;
  /** Of the reference and of the adapter. */
  statuses: [number, number];
  /** Of the adapter. */
  text: string;
}

/** Headers that the server adds to every response. */
const ofServer = new Set(["date", "connection", "keep-alive"]);

/** Compares an adapter's response to the one of the reference. @param headers the names to compare; undefined for all */
export function compareAnswers(own: Answer, given: Answer, headers?: string[]): Comparison {
  const names = headers ?? [...new Set([...Object.keys(own.headers), ...Object.keys(given.headers)])];
  const header = names.find((name) => !ofServer.has(name) && own.headers[name] !== given.headers[name]);
  const differing = own.status !== given.status ? "status" : own.text !== given.text ? "body" : header;
  return {
    ...(differing !== undefined && { differing }),
    statuses: [own.status, given.status],
    text: given.text,
  };
}
