import { expect, test } from "vitest";
import { servedServers } from "../../../cli/generate/docs/reference-document.ts";

const own = (url: string) => ({ url, description: "This server." });

test("the page's own server comes first, with the path of the document's first server", () => {
  const deployed = { url: "https://{host}/v1", variables: { host: { default: "api.example.com" } } };
  expect(servedServers([{ url: "http://localhost:3000/v1" }, deployed])).toEqual([own("/v1"), deployed]);
  expect(servedServers([deployed])).toEqual([own("/v1"), deployed]);
  expect(servedServers([{ url: "http://127.0.0.1:3000" }, { url: "http://[::1]:3000" }])).toEqual([own("/")]);
});

test("a relative one stays, and so does a document without servers, since browsers resolve both", () => {
  expect(servedServers([{ url: "/v1" }])).toEqual([{ url: "/v1" }]);
  expect(servedServers(undefined)).toEqual([]);
});
