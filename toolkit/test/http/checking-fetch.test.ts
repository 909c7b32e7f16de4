import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { checkingFetch } from "../../testing/checks/checking-fetch.ts";
import { notesDocument } from "../helpers/notes-document.ts";

/** A server that sends the response that a test sets, right or wrong. */
let answer: { status: number; headers: Record<string, string>; body: string };
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(answer.status, answer.headers).end(answer.body);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => new Promise((resolve) => server.close(resolve)));

const house = {
  "X-API-Version": "n7",
  "X-Request-Id": "req_1",
  "RateLimit-Limit": "5",
  "RateLimit-Remaining": "4",
  "RateLimit-Reset": "60",
  RateLimit: "limit=5, remaining=4, reset=60",
};
const json = { ...house, "Content-Type": "application/json; charset=utf-8" };
const { fetch, exchanges } = checkingFetch(readDocument(notesDocument()));

beforeEach(() => {
  answer = { status: 200, headers: json, body: '[{"text":"a"}]' };
});

/** The checking fetch's message about the server's response; empty if it is accepted. */
async function fault(method: string, path: string, change: Partial<typeof answer> = {}): Promise<string> {
  answer = { ...answer, ...change };
  return fetch(`${url}${path}`, { method }).then(
    () => "",
    (error: Error) => error.message,
  );
}

const without = (name: string) =>
  Object.fromEntries(Object.entries(json).filter(([known]) => known !== name));

test("accepts a documented response, and keeps the exchange", async () => {
  expect(await fault("GET", "/notes")).toBe("");
  expect(await fault("GET", "/notes", { body: "[]" })).toBe("");
  const [exchange] = exchanges;
  expect(exchange).toMatchObject({
    method: "GET",
    path: "/notes",
    status: 200,
    mediaType: "application/json",
    body: [{ text: "a" }],
  });
  expect(exchange?.operation?.operationId).toBe("listNotes");
});

test("warns if the mock has no better answer", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValueOnce();
  const headers = { ...json, "X-Mock-Warning": "No value was found that fits the document." };
  expect(await fault("GET", "/notes", { headers, body: "[1]" })).toBe("");
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("GET /notes"));
});

describe("catches", () => {
  test("an undocumented status", async () => {
    expect(await fault("GET", "/notes", { status: 202 })).toContain("202 is not documented for listNotes");
  });

  test("another media type, or none", async () => {
    const headers = { ...house, "Content-Type": "text/html" };
    expect(await fault("GET", "/notes", { headers })).toContain("The media type is text/html");
    expect(await fault("GET", "/notes", { headers: house })).toContain("The media type is undefined");
  });

  test.each(Object.keys(house))("a missing header %s", async (name) => {
    expect(await fault("GET", "/notes", { headers: without(name) })).toContain(
      `The header ${name} is missing`,
    );
  });

  test.each([
    ["X-API-Version", "v1"],
    ["X-Request-Id", ""],
    ["RateLimit-Limit", "many"],
    ["RateLimit-Limit", "-1"],
    ["RateLimit-Remaining", "1.5"],
    ["RateLimit", "limit=5;remaining=4;reset=60"],
  ])("a wrong value of %s: %s", async (name, value) => {
    expect(await fault("GET", "/notes", { headers: { ...json, [name]: value } })).toContain(`header ${name}`);
  });

  test("a missing Retry-After, only on 429", async () => {
    const body = '{"error":"Too many.","code":"RATE_LIMITED"}';
    expect(await fault("GET", "/notes", { status: 429, body })).toContain(
      "The header Retry-After is missing",
    );
    const headers = { ...json, "Retry-After": "5" };
    expect(await fault("GET", "/notes", { status: 429, headers, body })).toBe("");
  });

  test("a missing Allow on 405", async () => {
    const body = '{"error":"No.","code":"INVALID_REQUEST"}';
    expect(await fault("PUT", "/notes", { status: 405, body })).toContain("The header Allow is missing");
  });

  test.each([
    ["another type", '{"text":"a"}'],
    ["a missing property", "[{}]"],
    ["an extra property", '[{"text":"a","colour":"blue"}]'],
    ["a wrong property", '[{"text":"a"},{"text":5}]'],
    ["an invalid date", '[{"text":"a","writtenAt":"2026-02-31T00:00:00Z"}]'],
    ["no body", ""],
    ["a truncated body", '[{"text"'],
  ])("a wrong body: %s", async (_, body) => {
    expect(await fault("GET", "/notes", { body })).toContain("body: it");
  });

  test("an error body other than the documented one", async () => {
    expect(await fault("GET", "/notes", { status: 401, body: '{"message":"No."}' })).toContain("body: it");
  });

  test("a success body with 404", async () => {
    expect(await fault("GET", "/nothing", { status: 404 })).toContain("body: it");
  });

  test("a response at a path without an operation", async () => {
    expect(await fault("GET", "/nothing")).toContain(
      "200 is not documented for requests that no operation matches",
    );
  });

  test("a wrong body in a range of statuses", async () => {
    expect(await fault("GET", "/picture", { status: 502 })).toContain("body: it");
    expect(await fault("GET", "/picture", { status: 302 })).toContain("302 is not documented");
  });

  test("every mistake of one response", async () => {
    const said = await fault("GET", "/notes", {
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    expect(said.match(/is missing/g)).toHaveLength(6);
    expect(said).toContain("body: it");
  });
});

test("an undocumented body is reported; Node sends none with 204, so a wrong status is used", async () => {
  expect(await fault("OPTIONS", "/notes", { status: 200, body: "hello" })).toContain("200 is not documented");
  const raw = notesDocument();
  raw.paths["/notes/{note-id}"].delete.responses["200"] = { description: "Nothing to say." };
  const other = checkingFetch(readDocument(raw));
  answer = { status: 200, headers: json, body: "{}" };
  await expect(other.fetch(`${url}/notes/1`, { method: "DELETE" })).rejects.toThrow(
    "though none is documented",
  );
});
