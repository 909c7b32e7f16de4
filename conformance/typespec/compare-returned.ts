import type { Returned } from "../clients/facts.ts";
import { type Exchange, type MockBody, specApi } from "./packages.ts";

/** Describes how what a call returned differs from a scenario's response. */
export async function compareReturned(
  { status, data, error, items }: Returned,
  { method, response }: Exchange,
  baseUrl: string,
): Promise<string | undefined> {
  const value = data ?? error;
  // A client that returns the items of a stream alone has no status to compare.
  if (!items && status !== response.status)
    return `${status} for ${response.status}: ${JSON.stringify(value)}`;
  const { body } = response;
  if (!body?.rawContent || method === "head") return undefined;
  return items ? itemFault(items, body) : valueFault(value, body, baseUrl);
}

function itemFault(items: unknown[], { contentType, rawContent }: MockBody): string | undefined {
  const separator = contentType.includes("event-stream") ? "\n\n" : "\n";
  const sent = String(rawContent)
    .split(separator)
    .filter((text) => text.trim() !== "");
  if (items.length !== sent.length) return `The client read ${items.length} items of ${sent.length}.`;
  return items.includes(undefined) ? "An item is missing." : undefined;
}

async function valueFault(
  value: unknown,
  { contentType, rawContent = "" }: MockBody,
  baseUrl: string,
): Promise<string | undefined> {
  const { matchValues } = await specApi();
  const compare = (actual: unknown, expected: unknown) => {
    const { pass, message } = matchValues(actual, expected);
    return pass ? undefined : `The client read something else: ${message}`;
  };
  if (Buffer.isBuffer(rawContent)) return compare(await bytesOf(value), rawContent);
  const text = typeof rawContent === "string" ? rawContent : rawContent.serialize({ baseUrl });
  if (!contentType.includes("json") || contentType.endsWith("jsonl")) {
    return compare(String(await bytesOf(value)), text);
  }
  return compare(value, typeof rawContent === "string" ? JSON.parse(text) : rawContent.resolve({ baseUrl }));
}

/** The bytes of a text, a Blob, an ArrayBuffer, a view or a stream. */
async function bytesOf(value: unknown): Promise<Buffer> {
  const isReadable =
    typeof value === "string" ||
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof ReadableStream;
  return isReadable
    ? Buffer.from(await new Response(value as Blob).arrayBuffer())
    : Buffer.from(String(value));
}
