import { isBodiless } from "@counterpart/server/document";
import { type Exchange, type HeaderLines, headerValues, isDecodable } from "@counterpart/testing/exchanges";
import type { HarEntry } from "./read-har.ts";

/** What was sent and received, with the bodies that the recording has. @param target path and query */
export function recordedExchange(entry: HarEntry, target: string): Exchange {
  const { request, response, startedDateTime, time } = entry;
  const sent = headerLines(request.headers);
  const received = headerLines(response.headers);
  return {
    request: { method: request.method, target, headers: sent, body: requestBody(request, sent) },
    response: {
      status: response.status,
      headers: received,
      body: responseBody(entry, received),
      isDecoded: true,
    },
    startedAt: new Date(startedDateTime),
    durationMs: Math.max(0, time ?? 0),
  };
}

/** Without the pseudo headers of HTTP/2, such as `:path`. */
function headerLines(headers: { name: string; value: string }[]): HeaderLines {
  return headers.filter(({ name }) => !name.startsWith(":")).map(({ name, value }) => [name, value]);
}

function requestBody({ bodySize, postData }: HarEntry["request"], headers: HeaderLines): Buffer | undefined {
  if (postData?.text) return bytesOf(postData.text, postData.encoding);
  const sent = headerValues(headers);
  const hasBody =
    (bodySize ?? 0) > 0 || Number(sent.get("content-length") ?? 0) > 0 || sent.has("transfer-encoding");
  return hasBody ? undefined : Buffer.alloc(0);
}

/** A recording has the decoded body. */
function responseBody(
  { request, response: { status, content } }: HarEntry,
  headers: HeaderLines,
): Buffer | undefined {
  const size = content?.size ?? content?.text?.length;
  if (request.method.toUpperCase() === "HEAD" || isBodiless(status) || size === 0) return Buffer.alloc(0);
  if (!content?.text) return undefined;
  const bytes = bytesOf(content.text, content.encoding);
  // Some browsers cut long bodies.
  if (!bytes || bytes.length < (content.size ?? 0)) return undefined;
  return isDecodable(headerValues(headers).get("content-encoding")) ? bytes : undefined;
}

/** Undefined for text in which bytes that aren't UTF-8 were replaced. */
function bytesOf(text: string, encoding: string | null | undefined): Buffer | undefined {
  if (encoding === "base64") return Buffer.from(text, "base64");
  return text.includes("\uFFFD") ? undefined : Buffer.from(text);
}
