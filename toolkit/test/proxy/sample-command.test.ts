import { expect, test } from "vitest";
import { sampleCommand } from "../../cli/traffic/sample-command.ts";
import { readDocument } from "../../server/document/read-document.ts";
import type { SentRequest } from "../../testing/judge/exchange.ts";

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: {},
  components: {
    securitySchemes: {
      petToken: { type: "http", scheme: "bearer" },
      partner: { type: "apiKey", in: "header", name: "X-Partner" },
      inQuery: { type: "apiKey", in: "query", name: "k" },
    },
  },
});

function sample(changes: Partial<SentRequest>): string {
  const request = { method: "GET", target: "/pets", headers: [], body: Buffer.alloc(0), ...changes };
  return sampleCommand(document, request, "http://localhost:8080/");
}

const json: [string, string] = ["content-type", "application/json"];

test.each<[name: string, request: Partial<SentRequest>, command: string]>([
  ["a plain request", {}, "curl -i 'http://localhost:8080/pets'"],
  [
    "headers, but not those of the connection",
    {
      headers: [
        ["Host", "a"],
        ["Accept", "*/*"],
        ["Accept-Encoding", "gzip"],
        ["Content-Length", "0"],
        ["X-Colour", "it's"],
      ],
    },
    `curl -i 'http://localhost:8080/pets' -H 'X-Colour: it'\\''s'`,
  ],
  [
    "no Referer, whose query may have a secret",
    { headers: [["Referer", "http://localhost:8080/?code=abc"]] },
    "curl -i 'http://localhost:8080/pets'",
  ],
  [
    "a token, by the name of its scheme",
    { headers: [["authorization", "Bearer abc"]] },
    `curl -i 'http://localhost:8080/pets' -H "Authorization: Bearer $PET_TOKEN"`,
  ],
  [
    "a key in a header, by the name of its scheme",
    { headers: [["x-partner", "abc"]] },
    `curl -i 'http://localhost:8080/pets' -H "x-partner: $PARTNER"`,
  ],
  [
    "a key in the query",
    { target: "/pets?a=1&k=abc" },
    `curl -i 'http://localhost:8080/pets?a=1&k='"$IN_QUERY"`,
  ],
  [
    "credentials that the document doesn't have",
    {
      target: "/pets?access_token=abc",
      headers: [
        ["Cookie", "session=abc; theme=dark"],
        ["X-CSRF-Token", "abc"],
        ["Proxy-Authorization", "Basic abc"],
      ],
    },
    `curl -i 'http://localhost:8080/pets?access_token='"$ACCESS_TOKEN" -H "Cookie: $COOKIE" -H "X-CSRF-Token: $X_CSRF_TOKEN" -H "Proxy-Authorization: $PROXY_AUTHORIZATION"`,
  ],
  [
    "a body as it was sent",
    { method: "POST", headers: [json], body: Buffer.from('{ "name":"Rex" }') },
    `curl -i -X POST 'http://localhost:8080/pets' -H 'content-type: application/json' --data-raw '{ "name":"Rex" }'`,
  ],
  [
    "passwords in JSON",
    {
      method: "POST",
      headers: [json],
      body: Buffer.from('{"author":"Rex","login":{"password":"abc","apiKey":"abc"}}'),
    },
    `curl -i -X POST 'http://localhost:8080/pets' -H 'content-type: application/json' --data-raw '{"author":"Rex","login":{"password":"[removed]","apiKey":"[removed]"}}'`,
  ],
  [
    "passwords in JSON that is broken",
    { method: "POST", headers: [json], body: Buffer.from('{"password":"abc"') },
    `curl -i -X POST 'http://localhost:8080/pets' -H 'content-type: application/json' --data-raw '[removed]'`,
  ],
  [
    "passwords in a form",
    {
      method: "POST",
      headers: [["Content-Type", "application/x-www-form-urlencoded"]],
      body: Buffer.from("name=Rex&client_secret=abc"),
    },
    `curl -i -X POST 'http://localhost:8080/pets' -H 'Content-Type: application/x-www-form-urlencoded' --data-raw 'name=Rex&client_secret=%5Bremoved%5D'`,
  ],
  [
    "a body that wasn't kept",
    { method: "POST", body: undefined },
    "# POST /pets with a body that is too large to show",
  ],
  ["an absolute target", { target: "http://other/pets?a=1" }, "curl -i 'http://localhost:8080/pets?a=1'"],
])("%s", (_, request, command) => {
  expect(sample(request)).toBe(command);
});
