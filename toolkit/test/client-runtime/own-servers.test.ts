import { expect, test } from "vitest";
import { createTypedClient } from "../../server/client-runtime/create-typed-client.ts";
import { type AddCredential, authorization, header } from "../../server/client-runtime/credentials.ts";

interface Paths {
  "/boats": { get: { responses: { 204: { content?: never } } } };
  "/oauth/token": { post: { responses: { 204: { content?: never } } } };
}

const ownServers = { "POST /oauth/token": { url: "https://login.test", schemes: ["basic"] } } as const;

/** A client that doesn't use the network, and its requests. */
function start(servers: object) {
  const sent: string[] = [];
  const fetch = async ({ url, headers }: Request) => {
    sent.push([url, headers.get("authorization"), headers.get("x-key")].join(" ").trim());
    return new Response(null, { status: 204 });
  };
  const schemes: Record<"basic" | "key", AddCredential> = {
    basic: authorization("Basic"),
    key: header("X-Key"),
  };
  const client = createTypedClient<Paths, "basic" | "key">(
    { baseUrl: "https://api.test", fetch },
    { auth: { basic: "b", key: "k" }, schemes, ...servers },
  );
  return { client, sent };
}

test("a call goes to the server of its operation, with the credentials of that operation", async () => {
  const { client, sent } = start({ ownServers });
  await client.GET("/boats");
  await client.POST("/oauth/token");
  expect(sent).toEqual(["https://api.test/boats Basic b k", "https://login.test/oauth/token Basic b"]);
});

test("baseUrl takes precedence", async () => {
  const { client, sent } = start({ ownServers });
  await client.POST("/oauth/token", { baseUrl: "https://other.test" });
  expect(sent).toEqual(["https://other.test/oauth/token Basic b k"]);
});

test("without operation servers, all calls go to one URL", async () => {
  const { client, sent } = start({});
  await client.POST("/oauth/token");
  expect(sent).toEqual(["https://api.test/oauth/token Basic b k"]);
});
