import { expect, test } from "vitest";
import { headerOf } from "../../server/request/header-of.ts";

test("a header named like an inherited property has the sent value, if any", () => {
  const headers: Record<string, string> = { accept: "text/html" };
  const rawHeaders = ["Accept", "text/html", "__proto__", "1", "__PROTO__", "2"];
  const req = { get: (name: string) => headers[name.toLowerCase()], rawHeaders };
  const names = ["Accept", "constructor", "Constructor", "__proto__", "toString"];
  expect(names.map((name) => headerOf(req, name))).toEqual([
    "text/html",
    undefined,
    undefined,
    "1, 2",
    undefined,
  ]);
});
