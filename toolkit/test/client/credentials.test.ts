import { expect, test } from "vitest";
import {
  authorization,
  basicAuthorization,
  cookie,
  header,
  queryParameter,
} from "../../client/credentials.ts";

const request = (headers: Record<string, string> = {}) =>
  new Request("http://pets.test/pets?a=1", { headers });

test("authorization sends the scheme and the credential", () => {
  expect(authorization("Bearer")(request(), "t").headers.get("Authorization")).toBe("Bearer t");
});

test("basicAuthorization encodes user and password as UTF-8", () => {
  const sent = basicAuthorization(request(), "inês:geheim").headers.get("Authorization") ?? "";
  expect(sent).toMatch(/^Basic /);
  expect(Buffer.from(sent.slice(6), "base64").toString()).toBe("inês:geheim");
});

test("header sets any header", () => {
  expect(header("X-Key")(request(), "k").headers.get("X-Key")).toBe("k");
});

test("queryParameter adds to the query, escaped", () => {
  const sent = queryParameter("api key")(request(), "a&b");
  expect(sent.url).toBe("http://pets.test/pets?a=1&api+key=a%26b");
});

test("queryParameter keeps method, headers and body", async () => {
  const given = new Request("http://pets.test/pets", {
    method: "POST",
    headers: { "X-A": "1" },
    body: "text",
  });
  const sent = queryParameter("key")(given, "k");
  expect([sent.method, sent.headers.get("X-A"), await sent.text()]).toEqual(["POST", "1", "text"]);
});

test("cookie adds to the cookies of the request, escaped", () => {
  expect(cookie("sid")(request(), "a;b").headers.get("Cookie")).toBe("sid=a%3Bb");
  expect(cookie("sid")(request({ Cookie: "theme=dark" }), "a").headers.get("Cookie")).toBe(
    "theme=dark; sid=a",
  );
});
