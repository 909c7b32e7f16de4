import { itemFormat } from "./item-format.ts";
import { type ItemReader, itemReader } from "./item-reader.ts";

/**
 * Reads an answer that may be a stream of items: by its media type, the items as they come, JSON, text or a Blob.
 * @param jsonEvents whether the `data` of events is JSON; what can't be read as such stays text
 */
export async function readStream(
  { headers }: Response,
  body: ReadableStream<Uint8Array>,
  options: { jsonEvents?: boolean } = {},
): Promise<unknown> {
  const type = (headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const format = itemFormat(type);
  if (format) return items(body, itemReader(format, options));
  const whole = new Response(body);
  if (/[/+]json$/.test(type)) return whole.json();
  return type.startsWith("text/") ? whole.text() : whole.blob();
}

async function* items(body: ReadableStream<Uint8Array>, found: ItemReader): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      yield* found.push(done ? decoder.decode() : decoder.decode(value, { stream: true }));
      if (done) break;
    }
    yield* found.end();
  } finally {
    await reader.cancel();
  }
}
