import { expect, test } from "vitest";
import type { CallInit } from "../../../client/call-traits.ts";
import { clientTraits } from "../../helpers/client-traits.ts";

const call = "GET /pets/{ids}";

const styles = {
  path: { ids: { style: "label", explode: true } },
  query: { ids: { explode: false } },
  header: { "X-Range": { explode: true }, "X-Where": { json: true } },
  cookie: { theme: { style: "cookie" } },
};
const prepare = clientTraits({ [call]: { styles } }).calls?.[call]?.prepare ?? [];
const prepared = (given: CallInit = {}) =>
  prepare.reduce((init, change) => change(init, { name: call, defaults: {} }), given);

test("path and query are written in their styles", () => {
  const { pathSerializer, querySerializer } = prepared();
  expect(pathSerializer?.("/pets/{ids}", { ids: [1, 2] })).toBe("/pets/.1.2");
  expect(querySerializer?.({ ids: [1, 2] })).toBe("ids=1,2");
});

test("cookies are sent as one header, beside the headers of the call", () => {
  const init = {
    params: { cookie: { theme: "a!b", seen: ["x y", 2], none: [] } },
    headers: { "X-A": "1" },
  };
  const { headers } = prepared(init);
  expect(headers).toEqual({ cookie: "theme=a!b; seen=x%20y; seen=2", "x-a": "1" });
});

test("without a cookie there is no header", () => {
  expect(prepared().headers).toBeUndefined();
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
  const { params } = prepared({ params: { header } });
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
