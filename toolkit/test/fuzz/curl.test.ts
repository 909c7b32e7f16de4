import { execFile, execFileSync } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SecurityScheme } from "../../server/document/security.ts";
import { curlLines } from "../../testing/fuzz/report/report.ts";
import { onTheWire } from "../../testing/fuzz/request.ts";
import type { Presented } from "../../testing/samples/credentials.ts";
import { curl } from "../../testing/samples/curl.ts";
import type { HttpRequest } from "../../testing/samples/http-request.ts";

interface Received {
  method: string;
  url: string;
  headers: Record<string, unknown>;
  body: Buffer;
}

let received: Received[] = [];
let answers: string[] = [];
const server = http.createServer(async (req, res) => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  received.push({
    method: req.method ?? "",
    url: req.url ?? "",
    headers: req.headers,
    body: Buffer.concat(chunks),
  });
  res.end(answers.shift() ?? "{}");
});
let base = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const env = { ...process.env, API_KEY: 'secret "$1" `x`', PASSWORD: "user:pass word" };
const run = promisify(execFile);

async function inShell(script: string): Promise<Received[]> {
  received = [];
  await run("sh", ["-c", script], { env: { ...env, BASE_URL: base } });
  return received;
}

function request(changes: Partial<HttpRequest> = {}): HttpRequest {
  return { method: "POST", path: "/v1/cart", query: [], headers: [], cookies: [], presented: [], ...changes };
}

function presented(definition: SecurityScheme, variable = "API_KEY", value = env.API_KEY): Presented {
  return { scheme: "apiKey", definition, value, variable };
}

const has = (program: string) => {
  try {
    execFileSync("which", [program]);
    return true;
  } catch {
    return false;
  }
};

describe.runIf(has("curl"))("the command sends what the fuzzer sent", () => {
  test.each<[string, HttpRequest]>([
    ["only an address", request({ method: "GET", path: "/" })],
    [
      "quotes in a body",
      request({ headers: [["Content-Type", "application/json"]], body: Buffer.from(`{"a":"it's $HOME"}`) }),
    ],
    ["a query", request({ query: ["a=%20'", "b[x]=1"] })],
    ["dot segments in the path", request({ path: "/a/../b/./c" })],
    [
      "headers, one of them empty",
      request({
        headers: [
          ["X-One", "it's"],
          ["X-None", ""],
        ],
      }),
    ],
    ["cookies", request({ cookies: ["a=1", "b=2"] })],
    [
      "bytes that aren't text",
      request({ headers: [["Content-Type", "a/b"]], body: Buffer.from([0, 255, 10, 37, 92, 39]) }),
    ],
    ["a body of an unknown kind", request({ body: Buffer.from("@file") })],
    ["a bearer token", request({ presented: [presented({ type: "http", scheme: "bearer" })] })],
    [
      "a key in a header",
      request({ presented: [presented({ type: "apiKey", in: "header", name: "X-Key" })] }),
    ],
    [
      "a password",
      request({ presented: [presented({ type: "http", scheme: "basic" }, "PASSWORD", env.PASSWORD)] }),
    ],
  ])("%s", async (_, one) => {
    const wire = onTheWire(one);
    const [got] = await inShell(curl(one, base));
    expect(got?.method).toBe(wire.method);
    expect(got?.url).toBe(wire.target);
    expect(got?.body).toEqual(wire.body ?? Buffer.alloc(0));
    for (const [name, value] of wire.headers) expect(got?.headers[name.toLowerCase()]).toBe(value);
    if (!one.headers.some(([name]) => name === "Content-Type"))
      expect(got?.headers).not.toHaveProperty("content-type");
  });

  test("any text", async () => {
    const texts = fc.sample(fc.string({ unit: "binary", minLength: 1 }), { numRuns: 20, seed: 1 });
    for (const text of texts) {
      const one = request({ headers: [["Content-Type", "text/plain"]], body: Buffer.from(text) });
      expect((await inShell(curl(one, base)))[0]?.body.toString()).toBe(text);
    }
  });

  test("the key is read from the environment and not shown", () => {
    const line = curl(request({ presented: [presented({ type: "http", scheme: "bearer" })] }), "$BASE_URL");
    expect(line).toBe(`curl -i -X POST "$BASE_URL"'/v1/cart' -H "Authorization: Bearer $API_KEY"`);
  });

  test.runIf(has("jq"))("values from answers are kept for the requests that need them", async () => {
    const cartId = "cart_of_the_first_run";
    const exchange = (one: HttpRequest, body: unknown) => ({
      request: one,
      as: "owner" as const,
      answer: { status: 200, headers: {}, isUtf8: true, text: "", body },
    });
    const lines = curlLines(
      [
        exchange(request(), { data: { id: cartId, lines: [] } }),
        exchange(
          request({ path: `/v1/cart/${cartId}/lines`, body: Buffer.from(`{"cartId":"${cartId}"}`) }),
          {},
        ),
      ],
      "$BASE_URL",
    );
    answers = ['{"data":{"id":"cart_of_another_run"}}'];
    const [, second] = await inShell(lines.join("\n"));
    expect(second?.url).toBe("/v1/cart/cart_of_another_run/lines");
    expect(second?.body.toString()).toBe('{"cartId":"cart_of_another_run"}');
  });

  test("a comment gives the length of a body that is too long to show", async () => {
    const exchange = (bytes: number) => ({
      request: request({ body: Buffer.alloc(bytes, "a") }),
      as: "owner" as const,
    });
    const lines = curlLines([exchange(10_001), exchange(10_000)], "$BASE_URL");
    expect(lines[0]).toBe(
      "# POST /v1/cart has a body of 10001 bytes, too long to show here; the replay command sends it.",
    );
    const [only, ...more] = await inShell(lines.join("\n"));
    expect(only?.body).toHaveLength(10_000);
    expect(more).toEqual([]);
  });
});
