import { afterAll, describe, expect, test } from "vitest";
import { answersIn, exchange } from "../../../test/helpers/processes/raw-exchange.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

const app = await startApp({
  raw: notesDocument(),
  handlers: { listNotes: async () => ({ status: 200, body: [] }) },
});
afterAll(() => app.close());

const port = Number(new URL(app.url).port);
const token = "Authorization: Bearer good\r\n";
const get = (headers: string) => `GET /notes HTTP/1.1\r\n${headers}\r\n`;

describe("invalid HTTP is answered with the document's headers, a request id, and the reason", () => {
  test.each<[number, string, string, string]>([
    [400, "no Host", get(token), "The request has no Host header, which HTTP/1.1 needs."],
    [400, "two Hosts", get("Host: a\r\nHost: a\r\n"), "The request has more than one Host header."],
    [400, "an empty Host", get("Host:\r\n"), "The request's Host header isn't a valid host."],
    [400, "a Host with a path", get("Host: a/b\r\n"), "The request's Host header isn't a valid host."],
    [400, "a Host with a user", get("Host: a@b\r\n"), "The request's Host header isn't a valid host."],
    [400, "a Host with spaces", get("Host: a b\r\n"), "The request's Host header isn't a valid host."],
    [400, "a Host with a wrong port", get("Host: a:b\r\n"), "The request's Host header isn't a valid host."],
    [
      417,
      "an unknown expectation",
      get("Host: a\r\nExpect: x\r\n"),
      "The only expectation that this server supports is 100-continue.",
    ],
    [
      431,
      "a head that is too long",
      get(`Host: a\r\nX-Long: ${"x".repeat(17_000)}\r\n`),
      "The request's first line and headers are larger than 16 KiB.",
    ],
    [
      431,
      "an address that is too long",
      `GET /${"x".repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      "The request's first line and headers are larger than 16 KiB.",
    ],
    [
      400,
      "another protocol",
      "\x16\x03\x01\x02\x00\x01",
      "The request isn't valid HTTP/1.1: invalid method encountered.",
    ],
    [400, "HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "This server speaks HTTP/1.1, not HTTP/2."],
    [
      400,
      "a request to a proxy",
      "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
      "CONNECT isn't supported: this server isn't a proxy.",
    ],
    [
      400,
      "a NUL in a header",
      get("Host: a\r\nX: \0\r\n"),
      "The request isn't valid HTTP/1.1: invalid header value char.",
    ],
    [
      400,
      "a broken chunk",
      `POST /notes HTTP/1.1\r\nHost: a\r\n${token}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n`,
      "The request isn't valid HTTP/1.1: invalid character in chunk size.",
    ],
    [
      400,
      "a body with two lengths",
      `POST /notes HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      "The request isn't valid HTTP/1.1: Transfer-Encoding can't be present with Content-Length.",
    ],
  ])("%d to %s", async (expected, _, bytes, sentence) => {
    const [answer, ...more] = answersIn(await exchange(port, bytes));
    expect(more).toEqual([]);
    const { status, headers, body = "" } = answer ?? {};
    expect([status, JSON.parse(body)]).toEqual([expected, { error: sentence, code: "INVALID_REQUEST" }]);
    expect(headers?.get("X-API-Version")).toBe("n7");
    expect(headers?.get("X-Request-Id")).toMatch(/^req_\w{32}$/);
    expect(headers?.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(headers?.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers?.get("Connection")).toBe("close");
    expect(app.logLines.join()).toContain(headers?.get("X-Request-Id") ?? "none");
  });

  test.each(["a", "a.example:8080", "127.0.0.1:80", "[::1]:80", "my_service", "a.example."])(
    "200 to the Host %s",
    async (host) => {
      const [answer] = answersIn(await exchange(port, get(`Host: ${host}\r\n${token}Connection: close\r\n`)));
      expect(answer?.status).toBe(200);
    },
  );

  test("200 to HTTP/1.0 without a Host", async () => {
    const [answer] = answersIn(await exchange(port, `GET /notes HTTP/1.0\r\n${token}\r\n`));
    expect(answer?.status).toBe(200);
  });
});

test("a request that can't be read completely is refused with its own id", async () => {
  const head = `POST /notes HTTP/1.1\r\nHost: a\r\n${token}X-Request-Id: mine\r\nContent-Type: application/json\r\n`;
  const [answer] = answersIn(await exchange(port, `${head}Transfer-Encoding: chunked\r\n\r\nz\r\n`));
  expect(answer?.headers.get("X-Request-Id")).toBe("mine");
});

test("another document's refusals have its own format", async () => {
  const raw = notesDocument();
  const problem = {
    type: "object",
    required: ["title", "status", "detail"],
    properties: {
      title: { type: "string" },
      status: { type: "integer" },
      detail: { type: "string" },
    },
  };
  raw["x-unmatched"] = {
    "404": {
      description: "No such path.",
      content: { "application/problem+json": { schema: problem } },
    },
  };
  const other = await startApp({ raw });
  for (const bytes of ["nonsense\r\n\r\n", get(token)]) {
    const [answer] = answersIn(await exchange(Number(new URL(other.url).port), bytes));
    expect(answer?.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ title: "Bad Request", status: 400 });
  }
  await other.close();
});
