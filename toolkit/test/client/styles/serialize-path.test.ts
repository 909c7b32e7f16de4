import { describe, expect, test } from "vitest";
import { createTypedClient } from "../../../client/create-typed-client.ts";
import { serializePath } from "../../../client/styles/serialize-path.ts";

test.each([
  ["/vaults/{id}", { id: "a/b c!" }, {}, "/vaults/a%2Fb%20c%21"],
  ["/vaults/{id}", { id: [1, "a,b"] }, {}, "/vaults/1,a%2Cb"],
  ["/vaults/{.id*}/x", { id: [1, 2] }, {}, "/vaults/.1.2/x"],
  ["/vaults/{;id}", { id: "" }, {}, "/vaults/;id"],
  ["/vaults/{id}", { id: { "a=": 1, b: null } }, { id: { explode: true } }, "/vaults/a%3D=1"],
  ["/vaults/{id}", { id: { a: "é" } }, { id: { json: true } }, "/vaults/%7B%22a%22%3A%22%C3%A9%22%7D"],
  ["/vaults/{id}", { id: "a:b/c" }, { id: { allowReserved: true } }, "/vaults/a:b%2Fc"],
  ["/vaults/{id}.{type}", { id: ".", type: "x" }, {}, "/vaults/..x"],
  ["/vaults/{toString}", {}, {}, "/vaults/{toString}"],
])("%s with %j and styles %j is %s", (path, values, styles, sent) => {
  expect(serializePath(path, values, styles)).toBe(sent);
});

describe("a value that would change the target operation is refused", () => {
  test.each<[string, unknown, object]>([
    ["/vaults/{id}/keys", "", {}],
    ["/vaults/{id}/keys", ".", {}],
    ["/vaults/{id}/keys", "..", {}],
    ["/vaults/{id}/keys", null, {}],
    ["/vaults/{id}/keys", [], {}],
    ["/vaults/{id}/keys", [".."], {}],
    ["/vaults/{id}/keys", [undefined], {}],
    ["/vaults/{id}/keys", {}, {}],
    ["/vaults/.{id}/keys", ".", {}],
    ["/vaults/{.id}/keys", "", {}],
    ["/vaults/{.id}/keys", ".", {}],
    ["/vaults/{id}/keys", "%2e%2E", { allowReserved: true }],
    ["/vaults/{id}", "..", {}],
  ])("%s with %j", (path, id, style) => {
    const serialize = () => serializePath(`http://shelf.test${path}`, { id }, { id: style });
    expect(serialize).toThrow(TypeError);
    expect(serialize).toThrow('"id"');
  });

  test("by every client, before sending", async () => {
    const client = createTypedClient(
      { baseUrl: "http://shelf.test", fetch: () => Promise.reject(new Error("It was sent.")) },
      {},
    );
    const call = client.request as (method: string, path: string, init: object) => Promise<unknown>;
    await expect(call("delete", "/vaults/{id}/keys", { params: { path: { id: ".." } } })).rejects.toThrow(
      'The path parameter "id" can\'t be ".."',
    );
  });
});
