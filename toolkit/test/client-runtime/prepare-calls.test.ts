import { expect, test } from "vitest";
import { type PrepareCall, prepareCalls } from "../../client-runtime/prepare-calls.ts";

interface Prepared {
  headers: Headers;
  parseAs?: string;
  querySerializer?: (values: object) => string;
  pathSerializer?: (path: string, values: object) => string;
  params?: { header?: object };
  bodySerializer?: (value: unknown) => unknown;
}

const prepared = (result: ReturnType<PrepareCall>): Prepared => result[1] as Prepared;

test("a call that isn't in the table is unchanged", () => {
  const init = { headers: { "X-A": "1" } };
  expect(prepareCalls({ "GET /pets": { parseAs: "text" } })("POST", "/pets", init)).toEqual(["/pets", init]);
});

test("a call is found by method, in any case, and path", () => {
  const prepare = prepareCalls({ "GET /pets": { parseAs: "text" } });
  expect(prepared(prepare("get", "/pets"))).toMatchObject({ parseAs: "text" });
});

test("the path is sent without what only tells operations apart", () => {
  const prepare = prepareCalls({ "GET /pets#all": { path: "/pets" } });
  expect(prepare("GET", "/pets#all")[0]).toBe("/pets");
});

const styles = {
  path: { ids: { style: "label", explode: true } },
  query: { ids: { explode: false } },
  header: { "X-Range": { explode: true }, "X-Where": { json: true } },
  cookie: { theme: { style: "cookie" } },
};
const prepareStyled = prepareCalls({ "GET /pets/{ids}": { styles } });

test("path and query are written in their styles", () => {
  const { pathSerializer, querySerializer } = prepared(prepareStyled("GET", "/pets/{ids}"));
  expect(pathSerializer?.("/pets/{ids}", { ids: [1, 2] })).toBe("/pets/.1.2");
  expect(querySerializer?.({ ids: [1, 2] })).toBe("ids=1,2");
});

test("cookies are sent as one header, beside the headers of the call", () => {
  const init = {
    params: { cookie: { theme: "a!b", seen: ["x y", 2], none: [] } },
    headers: { "X-A": "1" },
  };
  const { headers } = prepared(prepareStyled("GET", "/pets/{ids}", init));
  expect([...headers]).toEqual([
    ["cookie", "theme=a!b; seen=x%20y; seen=2"],
    ["x-a", "1"],
  ]);
});

test("no cookie, no header", () => {
  expect([...prepared(prepareStyled("GET", "/pets/{ids}")).headers]).toEqual([]);
});

test("objects, lists and JSON in headers are written in their styles, and what is empty is left out", () => {
  const header = {
    "X-Range": { from: 1, to: 2 },
    "X-Where": { a: "é" },
    "X-Point": { x: 1, y: undefined, z: null },
    "X-Ids": ["a", "b"],
    "X-None": [],
    "X-Day": new Date(0),
    "X-Unset": null,
  };
  const { params } = prepared(prepareStyled("GET", "/pets/{ids}", { params: { header } }));
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
