import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { html } from "hono/html";
import type Provider from "oidc-provider";
import type { AgentTokenSettings } from "../members/agent-tokens.ts";
import { demoSlug } from "./seed.ts";

/**
 * An authorization server for the demo store, in this process and on this machine only. Agents register themselves, and
 * a person agrees without signing in. It forgets everything at the end.
 * @param resource the URL of the tools
 */
export async function startAuthorization(resource: string) {
  // Loaded by the first request, since most starts don't need it.
  let loaded: Promise<(req: IncomingMessage, res: ServerResponse) => unknown> | undefined;
  let issuer = "";
  const server = createServer(async (req, res) => {
    try {
      loaded ??= load(issuer, resource);
      const answer = await loaded;
      await answer(req, res);
    } catch (error) {
      res.writeHead(500, { "content-type": "text/plain" }).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  server.unref();
  return {
    settings: { issuer, store: demoSlug } satisfies AgentTokenSettings,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function load(issuer: string, resource: string) {
  const provider = await createProvider(issuer, resource);
  const answer = provider.callback();
  return async (req: IncomingMessage, res: ServerResponse) => {
    const [, action] = /^\/interaction\/[\w-]+(\/agree|\/refuse)?$/.exec(req.url ?? "") ?? [];
    if (!req.url?.startsWith("/interaction/")) return answer(req, res);
    if (req.method === "GET") return ask(provider, req, res);
    if (action === "/agree") return agree(provider, resource, req, res);
    const refused = { error: "access_denied", error_description: "The person didn't agree." };
    return provider.interactionFinished(req, res, refused, { mergeWithLastSubmission: false });
  };
}

async function createProvider(issuer: string, resource: string): Promise<Provider> {
  const { default: Provider, errors } = await import("oidc-provider");
  const { exportJWK, generateKeyPair } = await import("jose");
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "demo" }] },
    scopes: ["openid", "offline_access", "agent"],
    cookies: { keys: [crypto.randomUUID()] },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, Grant: 86_400, Interaction: 3600, Session: 86_400, RefreshToken: 86_400 },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, asked) => {
          if (asked !== resource) throw new errors.InvalidTarget();
          return { scope: "agent", audience: resource, accessTokenFormat: "jwt" };
        },
      },
    },
  });
}

/** The page on which a person lets an agent in. */
async function ask(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { uid, params } = await provider.interactionDetails(req, res);
  const client = await provider.Client.find(String(params.client_id));
  const name = client?.clientName ?? "An agent";
  const page = html`<!doctype html>
    <html lang="en">
      <title>Let an agent in</title>
      <h1>Let ${name} shop at the demo store?</h1>
      <p>It can find products, fill a cart and create payment pages. You pay yourself.</p>
      <form method="post" action="/interaction/${uid}/agree"><button>Agree</button></form>
      <form method="post" action="/interaction/${uid}/refuse"><button>Refuse</button></form>
    </html>`;
  res.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(String(await page));
}

async function agree(provider: Provider, resource: string, req: IncomingMessage, res: ServerResponse) {
  const { params } = await provider.interactionDetails(req, res);
  const accountId = "demo";
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope("openid offline_access agent");
  grant.addResourceScope(resource, "agent");
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
}
