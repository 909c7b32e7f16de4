/** Many times the size of an introspection response. */
const maxBytes = 64 * 1024;

/**
 * `fetch` for a merchant's server. Rejects encoded responses, which could expand a thousandfold, and
 * responses larger than 64 KiB.
 */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Accept-Encoding", "identity");
  const response = await fetch(url, { ...init, headers });
  const encoding = response.headers.get("Content-Encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    await response.body?.cancel();
    throw new Error("The response has a content encoding, although none was accepted.");
  }
  const { status, headers: received } = response;
  const bytes = await readAtMost(response.body);
  // Some statuses forbid a body, even an empty one.
  return new Response(bytes.length === 0 ? null : bytes, { status, headers: received });
}

async function readAtMost(body: Response["body"]): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the response.
    if (size > maxBytes) throw new Error(`The response has more than ${maxBytes / 1024} KiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
