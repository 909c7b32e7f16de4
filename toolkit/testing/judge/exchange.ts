import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";

/** Header lines in the order in which they were sent; repeated ones included. */
export type HeaderLines = [name: string, value: string][];

/** A request as it was sent: the bytes of its body and not its text. */
export interface SentRequest {
  method: string;
  /** Path and query, as sent. */
  target: string;
  headers: HeaderLines;
  /**
   * Without transfer coding; the content coding is as sent. Empty if there was none; undefined if it wasn't
   * kept, for example because it was too large.
   */
  body: Buffer | undefined;
}

/** A request, read once for all rules. */
export interface ObservedRequest {
  document: ApiDocument;
  request: SentRequest;
  method: string;
  pathname: string;
  /** With its question mark; empty if there is none. */
  search: string;
  /** By lower-case name. */
  requestHeaders: Map<string, string>;
  /** Undefined if the document has none for this method and path. */
  operation: DocumentOperation | undefined;
  /** Decoded. */
  pathParameters: Record<string, string>;
}

export interface ReceivedResponse {
  status: number;
  headers: HeaderLines;
  /** Like the request's. */
  body: Buffer | undefined;
  /** Whether the body has been decoded already, in spite of its Content-Encoding. */
  isDecoded?: boolean;
}

export interface Exchange {
  request: SentRequest;
  response: ReceivedResponse;
  startedAt: Date;
  /** Until the response's last byte. */
  durationMs: number;
}

const separators: Record<string, string> = { cookie: "; ", "set-cookie": "\n" };

/**
 * Headers by lower-case name. Repeated ones are joined with commas, as RFC 9110 reads them. `Set-Cookie` is
 * joined with line breaks, since its values contain commas, and `Cookie` with semicolons (RFC 9113, 8.2.3).
 */
export function headerValues(lines: HeaderLines): Map<string, string> {
  const values = new Map<string, string>();
  for (const [spelled, value] of lines) {
    const name = spelled.toLowerCase();
    const before = values.get(name);
    values.set(name, before === undefined ? value : before + (separators[name] ?? ", ") + value);
  }
  return values;
}

/** Node's flat list of names and values as lines, in the order and case in which they arrived. */
export function headerLines(raw: readonly string[]): HeaderLines {
  const lines: HeaderLines = [];
  for (let at = 0; at < raw.length; at += 2) lines.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return lines;
}

/** A proxy may be sent an absolute URL (RFC 9112, 3.2.2). */
export function targetParts(target: string): { pathname: string; search: string } {
  const origin = target.startsWith("/") ? "" : (/^[a-z][\w+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? "");
  const [rest = ""] = target.slice(origin.length).split("#", 1);
  const at = rest.indexOf("?");
  const pathname = at < 0 ? rest : rest.slice(0, at);
  return { pathname: pathname === "" ? "/" : pathname, search: at < 0 ? "" : rest.slice(at) };
}
