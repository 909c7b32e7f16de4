import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RunningService, startService } from "@counterpart/testing";
import {
  Client,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoKey } from "../../server/development/development.ts";
import { handlers } from "../../server/handlers.ts";
import { service } from "../../server/service.ts";
import { startTokenIssuer, type TokenChanges } from "../helpers/token-issuer.ts";

let folder: string;
let shop: RunningService;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-oauth-"));
  shop = await start({});
});
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (env: Record<string, string>) => {
  const document = new URL("../../generated/openapi.json", import.meta.url);
  const databaseUrl = `file:${path.join(folder, `${env.AGENT_STORE ?? "data"}.db`)}`;
  return startService({ document, handlers, service }, { env: { DATABASE_URL: databaseUrl, ...env } });
};

const redirectUrl = "http://localhost:9/callback";

/** Keeps what the official client stores, and the page to which it sends the person. */
function createStore() {
  const kept: Record<string, unknown> = {};
  const keep = (name: string) => (given: unknown) => {
    kept[name] = given;
  };
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: "A test", redirect_uris: [redirectUrl] },
    clientInformation: () => kept.client as never,
    saveClientInformation: keep("client"),
    tokens: () => kept.tokens as never,
    saveTokens: keep("tokens"),
    redirectToAuthorization: keep("page"),
    saveCodeVerifier: keep("verifier"),
    codeVerifier: () => String(kept.verifier),
    discoveryState: () => kept.discovery as never,
    saveDiscoveryState: keep("discovery"),
  };
  return { kept, provider };
}

/** Follows redirects with cookies, as a browser does, and presses a button of the page that it finds. */
async function browse(page: URL, button: "agree" | "refuse"): Promise<URL> {
  const cookies = new Map<string, string>();
  const open = async (url: URL, method = "GET"): Promise<URL> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { method, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location?.startsWith(redirectUrl)) return new URL(location);
    if (location !== null) return open(new URL(location, url));
    const text = await response.text();
    expect([response.status, text]).toEqual([
      200,
      expect.stringContaining("Let A test shop at the demo store?"),
    ]);
    const [, action = ""] = new RegExp(`action="([^"]+/${button})"`).exec(text) ?? [];
    return open(new URL(action, url), "POST");
  };
  return open(page);
}

const connection = (provider: OAuthClientProvider) => ({
  client: new Client({ name: "test", version: "1" }),
  transport: new StreamableHTTPClientTransport(new URL("/mcp", shop.url), { authProvider: provider }),
});

test("the official client finds the authorization server, registers, gets a token with PKCE and calls a tool", async () => {
  const { kept, provider } = createStore();
  const first = connection(provider);
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
  const page = kept.page as URL;
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    resource: `${shop.url}/mcp`,
    scope: expect.stringMatching(/\bagent\b/),
    code_challenge_method: "S256",
  });
  const callback = await browse(page, "agree");
  await first.transport.finishAuth(callback.searchParams);
  const { client, transport } = connection(provider);
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("createCart");
  const found = await client.callTool({ name: "getStore", arguments: {} });
  expect(found.structuredContent).toMatchObject({ data: { slug: "demo" } });
  await client.close();
  const { access_token: token } = kept.tokens as { access_token: string };
  for (const part of token.split(".").slice(1)) expect(shop.logLines.join("")).not.toContain(part);
});

test("no token if the person refuses", async () => {
  const { kept, provider } = createStore();
  const { client, transport } = connection(provider);
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
  const callback = await browse(kept.page as URL, "refuse");
  expect(callback.searchParams.get("error")).toBe("access_denied");
  expect(kept.tokens).toBeUndefined();
});

test("the authorization server gives no token for another resource", async () => {
  const { kept, provider } = createStore();
  const { client, transport } = connection(provider);
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
  const page = kept.page as URL;
  page.searchParams.set("resource", "https://other.example/mcp");
  const response = await fetch(page, { redirect: "manual" });
  expect(response.headers.get("location")).toContain("error=invalid_target");
});

test("with AGENT_ISSUER, tokens of that provider open the tools, and refusals lead to it", async () => {
  const issuer = await startTokenIssuer({ audience: "", now: Date.now });
  const own = await start({ AGENT_ISSUER: issuer.issuer, AGENT_STORE: "demo" });
  const resource = `${own.url}/mcp`;
  const post = async ({ claims, ...changes }: TokenChanges = {}) => {
    const token = await issuer.token({ claims: { aud: resource, ...claims }, ...changes });
    return fetch(resource, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
    });
  };
  const resourceMetadataUrl = new URL("/.well-known/oauth-protected-resource/mcp", own.url);
  try {
    expect(await (await fetch(resourceMetadataUrl)).json()).toMatchObject({
      resource,
      authorization_servers: [issuer.issuer],
      scopes_supported: ["agent"],
    });
    expect((await post()).status).toBe(200);
    for (const claims of [{ aud: own.url }, { exp: 1 }, { iss: "https://other.example" }]) {
      const refused = await post({ claims });
      expect(refused.status).toBe(401);
      expect(extractWWWAuthenticateParams(refused)).toEqual({
        error: "invalid_token",
        scope: "agent",
        resourceMetadataUrl,
      });
    }
    const narrow = await post({ claims: { scope: "openid" } });
    expect(narrow.status).toBe(403);
    expect(extractWWWAuthenticateParams(narrow)).toEqual({
      error: "insufficient_scope",
      scope: "agent",
      resourceMetadataUrl,
    });
  } finally {
    await own.close();
    await issuer.close();
  }
});

test("while the issuer is unreachable, no token is let in, and keys go on working", async () => {
  const issuer = await startTokenIssuer({ audience: "", now: Date.now });
  const own = await start({ AGENT_ISSUER: issuer.issuer, AGENT_STORE: "away" });
  const token = await issuer.token({ claims: { aud: `${own.url}/mcp` } });
  await issuer.close();
  const read = (credential: string) =>
    own.fetch(`${own.url}/v1/products/store`, { headers: { authorization: `Bearer ${credential}` } });
  try {
    const response = await read(token);
    expect([response.status, response.headers.get("retry-after")]).toEqual([500, "5"]);
    expect((await read(demoKey)).status).toBe(200);
  } finally {
    await own.close();
  }
});
