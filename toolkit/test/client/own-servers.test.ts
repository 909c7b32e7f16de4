import { expect, test } from "vitest";
import { createTypedClient } from "../../client/create-typed-client.ts";
import {
  type AddCredential,
  authorization,
  credentials,
  header,
  type OwnServer,
} from "../../client/credentials.ts";

interface Paths {
  "/boats": { get: { responses: { 204: { content?: never } } } };
  "/oauth/token": { post: { responses: { 204: { content?: never } } } };
}

const ownServers: OwnServer<"basic" | "key">[] = [{ url: "https://login.test", schemes: ["basic"] }];

/** A client that doesn't use the network, and its requests. */
function start({ isAnywhere = false, ...options }: { isAnywhere?: boolean; baseUrl?: string } = {}) {
  const sent: string[] = [];
  const fetch = async ({ url, headers }: Request) => {
    sent.push([url, headers.get("authorization"), headers.get("x-key")].join(" ").trim());
    return new Response(null, { status: 204 });
  };
  const schemes: Record<"basic" | "key", AddCredential> = {
    basic: authorization("Basic"),
    key: header("X-Key"),
  };
  const client = createTypedClient<Paths>(
    { fetch, ...options },
    {
      baseUrl: "https://api.test",
      credentials: credentials({ basic: "b", key: "k" }, schemes, isAnywhere ? [] : ownServers),
      ...(!isAnywhere && { calls: { "POST /oauth/token": { server: "https://login.test" } } }),
    },
  );
  return { client, sent };
}

test("a call goes to the server of its operation, with the credentials of that operation", async () => {
  const { client, sent } = start();
  await client.GET("/boats");
  await client.POST("/oauth/token");
  expect(sent).toEqual(["https://api.test/boats Basic b k", "https://login.test/oauth/token Basic b"]);
});

test("baseUrl takes precedence", async () => {
  const { client, sent } = start();
  await client.POST("/oauth/token", { baseUrl: "https://other.test" });
  expect(sent).toEqual(["https://other.test/oauth/token Basic b k"]);
});

test("without operation servers, all calls go to one URL", async () => {
  const { client, sent } = start({ isAnywhere: true });
  await client.POST("/oauth/token");
  expect(sent).toEqual(["https://api.test/oauth/token Basic b k"]);
});
