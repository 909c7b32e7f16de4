import { once } from "node:events";
import { expect, test } from "vitest";
import { BodyTooLarge, readBytes } from "../../../server/http/body/read-bytes.ts";
import { SuppliedRequest } from "../../../server/http/supplied-request.ts";

function requestWith(chunks: AsyncIterator<Uint8Array>): SuppliedRequest {
  const lines = { headers: {}, rawHeaders: [] };
  return new SuppliedRequest(
    { method: "POST", target: "/", httpVersion: "1.1", socket: {}, ...lines },
    chunks,
  );
}

test("the reader of a body gets its errors", async () => {
  async function* chunks() {
    yield Buffer.from("ab");
    throw new Error("The client has left.");
  }
  await expect(readBytes(requestWith(chunks()), 10)).rejects.toThrow("The client has left.");
});

test("a body that fails after its reader has stopped ends no process", async () => {
  const left = Promise.withResolvers<never>();
  async function* chunks() {
    yield Buffer.from("abc");
    await left.promise;
  }
  const request = requestWith(chunks());
  await expect(readBytes(request, 2)).rejects.toThrow(BodyTooLarge);
  const closed = new Promise((resolve) => request.once("close", resolve));
  left.reject(new Error("The client has left."));
  await closed;
});

test("chunks are closed when the request is destroyed", async () => {
  const closing = Promise.withResolvers<void>();
  async function* chunks() {
    try {
      for (;;) yield Buffer.from("a");
    } finally {
      closing.resolve();
    }
  }
  const request = requestWith(chunks());
  request.resume();
  await once(request, "data");
  request.destroy();
  await closing.promise;
});
