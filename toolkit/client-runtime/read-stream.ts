/** What begins an item of a JSON text sequence (RFC 7464). */
const recordMark = "\u001e";
const record = new RegExp(`(.*?)(?:\\n(?=${recordMark})|\\n$)`, "s");

/**
 * Reads an answer that may be a stream of items: by its media type, the items as they come, JSON, text or a Blob.
 * @param jsonEvents whether the `data` of events is JSON; what can't be read as such stays text
 */
export async function readStream(
  { headers }: Response,
  body: ReadableStream<Uint8Array>,
  { jsonEvents = false }: { jsonEvents?: boolean } = {},
): Promise<unknown> {
  const type = (headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "text/event-stream") {
    return items(body, /(.*?)(?:\r\n\r\n|\n\n|\r\r)/s, jsonEvents ? readJsonEvent : readEvent);
  }
  if (/[/+]json-seq$/.test(type)) return items(body, record, readJson);
  if (/^application\/(x-)?(jsonl|ndjson|jsonlines)$/.test(type)) return items(body, /(.*?)\r?\n/s, readJson);
  const whole = new Response(body);
  if (/[/+]json$/.test(type)) return whole.json();
  return type.startsWith("text/") ? whole.text() : whole.blob();
}

/** @param item matches one at the beginning of a text */
async function* items(
  body: ReadableStream<Uint8Array>,
  item: RegExp,
  read: (text: string) => unknown,
): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      for (let found = item.exec(rest); found; found = item.exec(rest)) {
        rest = rest.slice(found[0].length);
        const value = read(found[1] ?? "");
        if (value !== undefined) yield value;
      }
      if (done) break;
    }
    const last = read(rest);
    if (last !== undefined) yield last;
  } finally {
    await reader.cancel();
  }
}

function readJson(text: string): unknown {
  const json = (text.startsWith(recordMark) ? text.slice(1) : text).trim();
  return json === "" ? undefined : JSON.parse(json);
}

interface ReadEvent {
  data?: string;
  event?: string;
  id?: string;
  retry?: number;
}

function readJsonEvent(text: string): unknown {
  const event = readEvent(text);
  if (event?.data === undefined) return event;
  try {
    return { ...event, data: JSON.parse(event.data) };
  } catch {
    return event;
  }
}

/** As browsers read events: without data, it is none. */
function readEvent(text: string): ReadEvent | undefined {
  const event: ReadEvent = {};
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, field, value = ""] = /^(data|event|id|retry)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === "data") event.data = event.data === undefined ? value : `${event.data}\n${value}`;
    else if (field === "retry") event.retry = Number(value);
    else if (field === "event" || field === "id") event[field] = value;
  }
  return event.data === undefined ? undefined : event;
}
