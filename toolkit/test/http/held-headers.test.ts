import { Readable } from "node:stream";
import type { Response } from "express";
import { expect, test } from "vitest";
import { expressListener } from "../../http/exchange.ts";
import { addHeader, holdHeaders, takeHeaders } from "../../http/response/held-headers.ts";
import { listen } from "../../process/listen/listen.ts";

/** What a client gets of a response that holds two headers back, and is then sent by `send`. */
async function answered(send: (res: Response) => unknown) {
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0 } });
  server.serve(
    expressListener((_req, res) => {
      holdHeaders(res, ["Cache-Control", "no-store"]);
      addHeader(res, "X-Request-Id", "one");
      send(res);
    }),
  );
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  const text = await response.text();
  await server.stop();
  const { headers, status } = response;
  return { status, text, cache: headers.get("Cache-Control"), id: headers.get("X-Request-Id"), headers };
}

const both = { cache: "no-store", id: "one" };

test.each<[string, (res: Response) => unknown]>([
  ["end", (res) => res.end("ok")],
  ["a status", (res) => res.sendStatus(200)],
  ["JSON", (res) => res.json({ ok: true })],
  ["writeHead with an object", (res) => res.writeHead(200, { "X-Other": "1" }).end()],
  ["writeHead with a list", (res) => res.writeHead(200, ["X-Other", "1"]).end()],
  ["a stream", (res) => void Readable.from(["a", "b"]).pipe(res)],
])("they are sent with %s", async (_, send) => {
  expect(await answered(send)).toMatchObject({ status: 200, ...both });
});

test("whoever reads or replaces one finds it", async () => {
  const seen = await answered((res) => {
    const [id, has] = [res.getHeader("x-request-id"), res.hasHeader("Cache-Control")];
    res.setHeader("Cache-Control", "private").end(JSON.stringify([id, has, res.getHeaderNames()]));
  });
  expect(seen).toMatchObject({ cache: "private", id: "one" });
  expect(JSON.parse(seen.text)).toEqual(["one", true, ["cache-control", "x-request-id"]]);
});

test("whoever removes one has removed it", async () => {
  const seen = await answered((res) => {
    res.removeHeader("Cache-Control");
    res.end();
  });
  expect(seen).toMatchObject({ cache: null, id: "one" });
});

test("they are taken as a list, unless somebody has set others", async () => {
  let list: string[] | undefined;
  await answered((res) => {
    list = takeHeaders(res);
    res.end();
  });
  expect(list).toEqual(["Cache-Control", "no-store", "X-Request-Id", "one"]);
  const { headers } = await answered((res) => {
    res.setHeader("X-Other", "1");
    list = takeHeaders(res);
    res.end();
  });
  expect(list).toBeUndefined();
  expect(headers.get("X-Other")).toBe("1");
});
