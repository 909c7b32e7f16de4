import { expect, test } from "vitest";
import { prepareCalls } from "../../server/client-runtime/prepare-calls.ts";

interface Prepared {
  headers: Record<string, unknown>;
  parseAs?: string;
  body?: unknown;
  querySerializer?: (values: object) => string;
  pathSerializer?: (path: string, values: object) => string;
  params?: { header?: object };
}

const prepared = (...[method, path, init]: Parameters<ReturnType<typeof prepareCalls>>) => ({
  of: (calls: Parameters<typeof prepareCalls>[0]) =>
    prepareCalls(calls)(method, path, init).init as unknown as Prepared,
});

test("a call that isn't in the table is sent as JSON", () => {
  const { headers, body } = prepared("POST", "/pets", { body: "Rex", headers: { "X-A": "1" } }).of({});
  expect([headers, body]).toEqual([{ "x-a": "1", "content-type": "application/json" }, '"Rex"']);
});

test("a call is found by method, in any case, and path", () => {
  const bodies = { "text/csv": {} };
  expect(prepared("put", "/pets", { body: "a,b" }).of({ "PUT /pets": { bodies } }).body).toBe("a,b");
});

test("the path is sent without the fragment that distinguishes operations", () => {
  const prepare = prepareCalls({ "GET /pets#all": { path: "/pets" } });
  expect(prepare("GET", "/pets#all").path).toBe("/pets");
});

const styles = {
  path: { ids: { style: "label", explode: true } },
  query: { ids: { explode: false } },
  header: { "X-Range": { explode: true }, "X-Where": { json: true } },
  cookie: { theme: { style: "cookie" } },
};
const styled = { "GET /pets/{ids}": { styles } };

test("path and query are written in their styles", () => {
  const { pathSerializer, querySerializer } = prepared("GET", "/pets/{ids}").of(styled);
  expect(pathSerializer?.("/pets/{ids}", { ids: [1, 2] })).toBe("/pets/.1.2");
  expect(querySerializer?.({ ids: [1, 2] })).toBe("ids=1,2");
});

test("cookies are sent as one header, beside the headers of the call", () => {
  const init = {
    params: { cookie: { theme: "a!b", seen: ["x y", 2], none: [] } },
    headers: { "X-A": "1" },
  };
  const { headers } = prepared("GET", "/pets/{ids}", init).of(styled);
  expect(headers).toEqual({ cookie: "theme=a!b; seen=x%20y; seen=2", "x-a": "1" });
});

test("without a cookie there is no header", () => {
  expect(prepared("GET", "/pets/{ids}").of(styled).headers).toEqual({});
});

test("objects, lists and JSON in headers are written in their styles, and empty ones are omitted", () => {
  const header = {
    "X-Range": { from: 1, to: 2 },
    "X-Where": { a: "é" },
    "X-Point": { x: 1, y: undefined, z: null },
    "X-Ids": ["a", "b"],
    "X-None": [],
    "X-Day": new Date(0),
    "X-Unset": null,
  };
  const { params } = prepared("GET", "/pets/{ids}", { params: { header } }).of(styled);
  expect(params?.header).toEqual({
    "X-Range": "from=1,to=2",
    "X-Where": '{"a":"\\u00e9"}',
    "X-Point": "x,1",
    "X-Ids": "a,b",
    "X-None": undefined,
    "X-Day": "1970-01-01T00:00:00.000Z",
    "X-Unset": null,
  });
});

test("a caller can choose how responses are read", () => {
  const prepare = prepareCalls({});
  expect(prepare("GET", "/pets").read).toBeTypeOf("function");
  const { read, init } = prepare("GET", "/pets", { parseAs: "blob" });
  expect([read, init.parseAs]).toEqual([undefined, "blob"]);
});
