import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from "@modelcontextprotocol/client";
import { afterEach, expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { protectedResourceOf } from "../../server/mcp/protected-resource.ts";
import { libraryDocument } from "./library-document.ts";
import { origin, startLibrary } from "./start-library.ts";

type Library = Awaited<ReturnType<typeof startLibrary>>;
const opened: Library[] = [];
const open = async (parts?: Parameters<typeof startLibrary>[0]): Promise<Library> => {
  const library = await startLibrary(parts);
  opened.push(library);
  return library;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((library) => library.close()));
});

const issuer = "https://identity.example/library";

/** Every tool needs a card, as this security scheme describes it. */
function closed(
  card: object = { type: "openIdConnect", openIdConnectUrl: `${issuer}/.well-known/openid-configuration` },
) {
  const raw = libraryDocument();
  raw.paths["/books/{bookId}/cover"].get.security = [{ card: [] }];
  raw.paths["/loans"].post.security = [{ card: ["agent"] }];
  raw.components.securitySchemes.card = card;
  return raw;
}

const post = ({ url }: Library, authorization?: string, path = "/mcp") =>
  fetch(`${url}${path}`, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(authorization !== undefined && { authorization }),
    },
  });
const metadataUrl = `${origin}/.well-known/oauth-protected-resource/mcp`;
const challengeOf = (response: Response) => response.headers.get("www-authenticate");

test("401 without a token names the metadata and the scopes, as the official client reads them", async () => {
  const response = await post(await open({ raw: closed() }));
  expect(response.status).toBe(401);
  expect(challengeOf(response)).toBe(`Bearer scope="agent", resource_metadata="${metadataUrl}"`);
  expect(extractWWWAuthenticateParams(response)).toEqual({
    resourceMetadataUrl: new URL(metadataUrl),
    scope: "agent",
  });
});

test("401 invalid_token for a token that the authenticator doesn't accept", async () => {
  const response = await post(await open({ raw: closed() }), "Bearer bad");
  expect(response.status).toBe(401);
  expect(extractWWWAuthenticateParams(response)).toMatchObject({
    error: "invalid_token",
    resourceMetadataUrl: new URL(metadataUrl),
  });
});

test("403 insufficient_scope names the metadata too", async () => {
  const raw = closed();
  for (const path of Object.values<Record<string, { security?: object }>>(raw.paths))
    for (const operation of Object.values(path)) operation.security = [{ card: ["librarian"] }];
  const response = await post(await open({ raw }), "Bearer narrow");
  expect(response.status).toBe(403);
  expect(challengeOf(response)).toBe(
    `Bearer error="insufficient_scope", scope="librarian", resource_metadata="${metadataUrl}"`,
  );
});

test("403 for another reason has no challenge", async () => {
  const response = await post(await open({ raw: closed() }), "Bearer poor");
  expect([response.status, challengeOf(response)]).toEqual([403, null]);
});

test("the Bearer challenge comes first, since clients read only that one", async () => {
  const raw = closed();
  raw.components.securitySchemes.desk = { type: "http", scheme: "basic" };
  raw.paths["/loans"].post.security = [{ desk: [] }, { card: ["agent"] }];
  expect(challengeOf(await post(await open({ raw })))).toBe(
    `Bearer scope="agent", resource_metadata="${metadataUrl}", Basic realm="Library", charset="UTF-8"`,
  );
});

test("the metadata is where the official client looks for it, with and without the path", async () => {
  const library = await open({ raw: closed() });
  const metadata = await discoverOAuthProtectedResourceMetadata(`${library.url}/mcp`);
  expect(metadata).toEqual({
    resource: `${origin}/mcp`,
    authorization_servers: [issuer],
    scopes_supported: ["agent"],
    bearer_methods_supported: ["header"],
    resource_name: "Library",
  });
  const root = await fetch(`${library.url}/.well-known/oauth-protected-resource`);
  expect(await root.json()).toEqual(metadata);
  expect(root.headers.get("access-control-allow-origin")).toBe("*");
});

test("each of several documents has its metadata, and none is at the root", async () => {
  const library = await open({ raw: closed(), name: "v2" });
  const metadata = await discoverOAuthProtectedResourceMetadata(`${library.url}/mcp/v2`);
  expect(metadata.resource).toBe(`${origin}/mcp/v2`);
  expect((await fetch(`${library.url}/.well-known/oauth-protected-resource`)).status).toBe(404);
});

test("a service names its issuers itself, for a document that only says bearer", async () => {
  const raw = closed({ type: "http", scheme: "bearer" });
  const library = await open({ raw, authorizationServers: ["https://id.example"] });
  const metadata = await discoverOAuthProtectedResourceMetadata(`${library.url}/mcp`);
  expect(metadata).toMatchObject({
    authorization_servers: ["https://id.example"],
    scopes_supported: ["agent"],
  });
});

test("without an issuer there is no metadata, and the challenge is the document's", async () => {
  const library = await open({ raw: closed({ type: "http", scheme: "bearer" }) });
  expect(challengeOf(await post(library))).toBe("Bearer");
  expect((await fetch(`${library.url}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404);
});

test("a tool is called with the token of its caller", async () => {
  const lendBook: AnyHandler = ({ body, caller }) => ({
    status: 200,
    body: { branch: body.branch, reader: caller.reader },
  });
  const client = await (await open({ raw: closed(), handlers: { lendBook } })).connect({ key: "other" });
  const { structuredContent } = await client.callTool({ name: "borrow", arguments: { book: "x" } });
  expect(structuredContent).toEqual({ branch: "main", reader: "Ahab" });
});

test.each<[string, object, string[] | undefined]>([
  ["https://id.example/.well-known/openid-configuration", {}, ["https://id.example"]],
  ["https://id.example/a/.well-known/openid-configuration", {}, ["https://id.example/a"]],
  ["https://id.example/.well-known/openid-configuration/a", {}, ["https://id.example/a"]],
  ["https://id.example/oidc.json", {}, undefined],
  ["/.well-known/openid-configuration", {}, undefined],
  [
    "",
    {
      type: "oauth2",
      flows: {},
      oauth2MetadataUrl: "https://id.example/.well-known/oauth-authorization-server/a",
    },
    ["https://id.example/a"],
  ],
  ["", { type: "oauth2", flows: {} }, undefined],
  ["", { type: "apiKey", in: "header", name: "X-Card" }, undefined],
])("the issuers of %s %j are %j", (openIdConnectUrl, scheme, issuers) => {
  const document = readDocument(closed({ type: "openIdConnect", openIdConnectUrl, ...scheme }));
  const place = { publicUrl: origin, path: "/mcp" };
  expect(protectedResourceOf(document, document.operations, place)?.authorizationServers).toEqual(issuers);
});

test("a service's issuers are for the tools that take a bearer token, and so are the scopes", () => {
  const place = { publicUrl: origin, path: "/mcp", authorizationServers: ["https://id.example"] };
  const resourceOf = (raw: ReturnType<typeof closed>) => {
    const document = readDocument(raw);
    return protectedResourceOf(document, document.operations, place);
  };
  expect(resourceOf(closed({ type: "apiKey", in: "header", name: "X-Card" }))).toBeUndefined();
  const raw = closed({ type: "http", scheme: "bearer" });
  raw.components.securitySchemes.desk = { type: "http", scheme: "basic" };
  raw.paths["/accounts"].get.security = [{ desk: ["accounts"] }];
  expect(resourceOf(raw)?.scopes).toEqual(["agent"]);
});

test("a scope that a header can't quote isn't named", () => {
  const raw = closed();
  raw.paths["/loans"].post.security = [{ card: ['a"gent', "agent", "an agent"] }];
  const document = readDocument(raw);
  const resource = protectedResourceOf(document, document.operations, { publicUrl: origin, path: "/mcp" });
  expect(resource?.scopes).toEqual(["agent"]);
});
