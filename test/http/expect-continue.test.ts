import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";
import { answersIn, exchange } from "../helpers/processes/raw-exchange.ts";
import { startWorld } from "../helpers/world.ts";

const app = await startApp({
  raw: notesDocument(),
  handlers: {
    writeNote: async ({ body }) => ({ status: 201, body, headers: { Location: "/notes/1" } }),
    burnNote: async () => ({ status: 204 }),
  },
});
const world = await startWorld();
afterAll(() => Promise.all([app.close(), world.close()]));

const note = JSON.stringify({ text: "Buy ink." });
const good = { Authorization: "Bearer good", "Content-Type": "application/json" };

/** Sends the body when the server asks for it, as curl does. */
function sendWhenAsked(
  url: string,
  {
    method = "POST",
    headers,
    body = note,
  }: { method?: string; headers: Record<string, string>; body?: string },
) {
  return new Promise<{
    asked: boolean;
    status: number | undefined;
    connection: string | undefined;
    text: string;
  }>((resolve, reject) => {
    let asked = false;
    const expecting = { Expect: "100-continue", "Content-Length": `${body.length}`, ...headers };
    const out = request(url, { method, headers: expecting });
    out.on("continue", () => {
      asked = true;
      out.end(body);
    });
    out.on("response", async (response) => {
      const { statusCode: status, headers } = response;
      resolve({ asked, status, connection: headers.connection, text: await text(response) });
      out.destroy();
    });
    out.on("error", reject);
    out.flushHeaders();
  });
}

describe("100 Continue", () => {
  test("before 201, if the key and the announced size are valid", async () => {
    expect(await sendWhenAsked(`${app.url}/notes`, { headers: good })).toMatchObject({
      asked: true,
      status: 201,
      connection: "keep-alive",
    });
  });

  test.each<[number, string, Record<string, string>]>([
    [401, "without a key", { Authorization: "none" }],
    [403, "with a key that is refused", { Authorization: "Bearer poor" }],
    [413, "for a body that is announced to be too large", { "Content-Length": "3000000" }],
    [415, "for a body of another type", { "Content-Type": "text/plain" }],
  ])("never before %d %s, and the connection is closed", async (status, _, headers) => {
    expect(await sendWhenAsked(`${app.url}/notes`, { headers: { ...good, ...headers } })).toMatchObject({
      asked: false,
      status,
      connection: "close",
    });
  });

  test.each<[number, string, string]>([
    [404, "POST", "/nothing"],
    [405, "PUT", "/notes"],
    [204, "DELETE", "/notes/1"],
  ])("never before %d to %s %s, whose body isn't read", async (status, method, path) => {
    expect(await sendWhenAsked(app.url + path, { method, headers: good })).toMatchObject({
      asked: false,
      status,
    });
  });

  test.each([
    ["before a page reads its body", true, `t=1768471200,v1=${"0".repeat(64)}`],
    ["never before a page refuses a request by its headers", false, "unknown"],
  ])("%s", async (_, asked, signature) => {
    const headers = { "Stripe-Signature": signature, "Content-Type": "application/json" };
    expect(await sendWhenAsked(`${world.url}/webhooks/stripe`, { headers })).toMatchObject({
      asked,
      status: 400,
    });
  });

  test("not for HTTP/1.0, which doesn't have it", async () => {
    const head = `POST /notes HTTP/1.0\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n`;
    const bytes = `${head}Expect: 100-continue\r\nContent-Length: ${note.length}\r\n\r\n${note}`;
    const answers = answersIn(await exchange(Number(new URL(app.url).port), bytes));
    expect(answers.map(({ status }) => status)).toEqual([201]);
  });
});
