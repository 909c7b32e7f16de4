import type { Returned } from "./facts.ts";

/** What a call returned, with the items of its stream: of its data, of a property `stream`, or the result itself. */
export async function returned(result: unknown): Promise<Returned> {
  const { data, error, stream, response } = ((await result) ?? {}) as {
    data?: unknown;
    error?: unknown;
    stream?: unknown;
    response?: Response;
  };
  const items = [await result, data, stream].find(
    (one): one is AsyncIterable<unknown> =>
      typeof one === "object" &&
      one !== null &&
      Symbol.asyncIterator in one &&
      !(one instanceof ReadableStream),
  );
  if (!items) return { status: response?.status, data, error };
  const read: unknown[] = [];
  for await (const item of items) read.push(item);
  return { items: read };
}
