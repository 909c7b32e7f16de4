import { STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { isText, itemFormat, itemReader } from "@counterpart/client/messages";
import { nextLink, readItems } from "@counterpart/client/requests";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ApiDocument } from "../../document/document.ts";
import { hasItems } from "../../document/item-stream.ts";
import { essence, findMediaType, isJson } from "../../document/media-types.ts";
import { responseFor } from "../../document/response-for.ts";
import { decoded, queryPairs } from "../../request/query-string.ts";
import { placedValues } from "../tools/argument-places.ts";
import type { OperationTool } from "../tools/tools.ts";
import { callErrorOf } from "./call-error.ts";
import type { CallResponse } from "./send-call.ts";

/** Called with each item of a stream as it arrives. */
export type OnItem = (count: number, text: string) => Promise<void>;

/** Bytes. A larger answer would fill a model's context many times. */
const maxBytes = 4 * 1024 * 1024;
/** A stream without an end would never become a result. */
const streamBounds = { items: 1000, ms: 30_000 };

/**
 * The result of a tool call: text and structured content; for a refusal, the document's error body.
 * @throws CallError for a refusal that `x-mcp` makes an error of JSON-RPC
 */
export async function callResult(
  tool: OperationTool,
  response: CallResponse,
  { document, target, onItem }: { document: ApiDocument; target: string; onItem: OnItem },
): Promise<CallToolResult> {
  const { statusCode: status = 0, headers } = response;
  const type = headers["content-type"] ?? "";
  const documented = responseFor(tool.operation.responses, status);
  const mediaType = documented && findMediaType(Object.keys(documented.content), type);
  const media = mediaType === undefined ? undefined : documented?.content[mediaType];
  if (status < 300 && media && hasItems(type, media)) {
    return streamResult(response, type, { jsonEvents: media.eventData !== undefined, onItem });
  }
  const bytes = await readBytes(response);
  const outcome = `HTTP ${status} ${STATUS_CODES[status] ?? ""}`.trim();
  if (!bytes) {
    const text = `${outcome}, but the response has more than ${maxBytes} bytes. Ask for less.`;
    return { content: [{ type: "text", text }], isError: true };
  }
  const isRefusal = status >= 400 || (status >= 300 && tool.definition().outputSchema !== undefined);
  if (isRefusal) {
    const { "retry-after": retryAfter } = headers;
    const error = callErrorOf(tool, document, { status, text: bytes.toString("utf8"), outcome, retryAfter });
    if (error) throw error;
    return refusalResult(bytes, outcome, response);
  }
  const next = nextArguments(tool, nextLink([headers.link ?? []].flat().join(", ")), target);
  const more = next ? [text(`There are more. The next page has the arguments ${JSON.stringify(next)}.`)] : [];
  if (bytes.length === 0) {
    const place = headers.location === undefined ? "" : `, Location: ${headers.location}`;
    return { content: [text(`${outcome}${place}`), ...more] };
  }
  if (isJson(type)) {
    const given = bytes.toString("utf8");
    return { content: [text(given), ...more], structuredContent: JSON.parse(given) };
  }
  if (isText(type)) return { content: [text(bytes.toString("utf8")), ...more] };
  return { content: [bytesBlock(essence(type), bytes, target), ...more] };
}

/** Models see images and hear audio; other bytes are a resource. */
function bytesBlock(mimeType: string, bytes: Buffer, target: string) {
  const data = bytes.toString("base64");
  const [kind] = mimeType.split("/");
  if (kind === "image" || kind === "audio") return { type: kind, data, mimeType } as const;
  const uri = `resource:${target.split("?")[0]}`;
  const resource = { uri, mimeType: mimeType || "application/octet-stream", blob: data };
  return { type: "resource" as const, resource };
}

/** The result of a call that isn't made. */
export function refusal(reason: string): CallToolResult {
  return { content: [text(reason)], isError: true };
}

function text(value: string) {
  return { type: "text" as const, text: value };
}

/** The error body, then what a caller can't see in it: the status and when to try again. */
function refusalResult(bytes: Buffer, outcome: string, { headers }: CallResponse): CallToolResult {
  const body = bytes.length > 0 ? [text(bytes.toString("utf8"))] : [];
  const later = headers["retry-after"] === undefined ? "" : `, Retry-After: ${headers["retry-after"]}`;
  return { content: [...body, text(`${outcome}${later}`)], isError: true };
}

/** All bytes of a response; undefined if there are too many. */
async function readBytes(response: CallResponse): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    // Leaving the loop destroys the response.
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function streamResult(
  response: CallResponse,
  type: string,
  { jsonEvents, onItem }: { jsonEvents: boolean; onItem: OnItem },
): Promise<CallToolResult> {
  const format = itemFormat(type);
  if (!format) throw new Error(`${type} has no items.`);
  const items: unknown[] = [];
  let length = 0;
  let isCut = false;
  const timer = setTimeout(() => {
    isCut = true;
    response.destroy();
  }, streamBounds.ms);
  try {
    const body = Readable.toWeb(response) as ReadableStream<Uint8Array>;
    for await (const item of readItems(body as never, itemReader(format, { jsonEvents }))) {
      items.push(item);
      const shown = JSON.stringify(item);
      length += shown.length;
      await onItem(items.length, shown);
      isCut = items.length >= streamBounds.items || length > maxBytes;
      if (isCut) break;
    }
  } catch (error) {
    if (!isCut) throw error;
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  const structuredContent = { items };
  const note = isCut ? [text(`The stream goes on. These are its first ${items.length} items.`)] : [];
  return { content: [text(JSON.stringify(structuredContent)), ...note], structuredContent };
}

/**
 * The arguments that lead to the next page, by the target of `Link: <…>; rel="next"`. Undefined without a
 * link, or if it doesn't lead to the same operation.
 * @param target path and query of the request
 */
function nextArguments(
  tool: OperationTool,
  link: string | undefined,
  target: string,
): Record<string, unknown> | undefined {
  if (link === undefined) return undefined;
  const base = new URL(target, "http://localhost");
  const next = URL.parse(link, base.href);
  if (next?.pathname !== base.pathname) return undefined;
  const { list } = tool.arguments();
  const given = new Map(queryPairs(base.href));
  const changed = queryPairs(next.href).flatMap(([name, raw]) => {
    const argument = list.find((one) => one.place === "query" && one.target === name && !one.fixed);
    if (!argument || given.get(name) === raw) return [];
    return [{ at: argument.at, value: typed(argument.schema, decoded(raw)) }];
  });
  return changed.length > 0 ? placedValues(changed) : undefined;
}

function typed({ type }: { type?: unknown }, text: string): unknown {
  return [type].flat().some((one) => one === "integer" || one === "number") ? Number(text) : text;
}
