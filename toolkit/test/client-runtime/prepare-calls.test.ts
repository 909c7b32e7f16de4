import { expect, test } from "vitest";
import { type PrepareCall, prepareCalls } from "../../client-runtime/prepare-calls.ts";

interface Prepared {
  headers: Headers;
  parseAs?: string;
  querySerializer?: (values: object) => string;
  bodySerializer?: (value: unknown) => unknown;
}

const prepared = (result: ReturnType<PrepareCall>): Prepared => result[1] as Prepared;

test("a call that isn't in the table is unchanged", () => {
  const init = { headers: { "X-A": "1" } };
  expect(prepareCalls({ "GET /pets": { cookies: true } })("POST", "/pets", init)).toEqual(["/pets", init]);
});

test("a call is found by method, in any case, and path", () => {
  const prepare = prepareCalls({ "GET /pets": { parseAs: "text" } });
  expect(prepared(prepare("get", "/pets"))).toMatchObject({ parseAs: "text" });
});

test("the path carries the styles of its parameters", () => {
  const prepare = prepareCalls({ "GET /pets/{ids}": { path: "/pets/{.ids*}" } });
  expect(prepare("GET", "/pets/{ids}")[0]).toBe("/pets/{.ids*}");
});

test("cookies are sent as one header, beside the headers of the call", () => {
  const prepare = prepareCalls({ "GET /pets": { cookies: true } });
  const init = { params: { cookie: { theme: "dark blue", seen: [1, 2] } }, headers: { "X-A": "1" } };
  const { headers } = prepared(prepare("GET", "/pets", init));
  expect([...headers]).toEqual([
    ["cookie", "theme=dark%20blue; seen=1%2C2"],
    ["x-a", "1"],
  ]);
});

test("no cookie, no header", () => {
  expect([...prepared(prepareCalls({ "GET /pets": { cookies: true } })("GET", "/pets")).headers]).toEqual([]);
});

test("a query is serialized in its styles", () => {
  const prepare = prepareCalls({ "GET /pets": { query: { ids: "form" } } });
  expect(prepared(prepare("GET", "/pets")).querySerializer?.({ ids: [1, 2] })).toBe("ids=1,2");
});

test("a body is sent with its media type", () => {
  const prepare = prepareCalls({ "PUT /pets": { body: "text/csv" } });
  const { headers, bodySerializer } = prepared(prepare("PUT", "/pets"));
  expect([headers.get("Content-Type"), bodySerializer?.("a,b")]).toEqual(["text/csv", "a,b"]);
});

test("a form leaves its Content-Type, with the boundary, to fetch", () => {
  const prepare = prepareCalls({ "PUT /pets": { body: "multipart/form-data" } });
  const { headers, bodySerializer } = prepared(prepare("PUT", "/pets"));
  expect([headers.get("Content-Type"), bodySerializer?.({ a: 1 })]).toEqual([null, expect.any(FormData)]);
});

test("what the caller passes overrides the table", () => {
  const prepare = prepareCalls({ "PUT /pets": { body: "text/csv", parseAs: "blob" } });
  const init = { headers: { "Content-Type": "text/plain" }, parseAs: "text" };
  const { headers, parseAs } = prepared(prepare("PUT", "/pets", init));
  expect([headers.get("Content-Type"), parseAs]).toEqual(["text/plain", "text"]);
});
