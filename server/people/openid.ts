import { ApiError, unavailable } from "@counterpart/server/errors";
import * as oauth from "oauth4webapi";
import type { Database } from "../database/database.ts";
import type { Person } from "../database/queries/people/people.ts";
import { normalizeEmail } from "../domain/email-address.ts";

/** An OpenID provider that is trusted to verify email addresses. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name on the sign-in button. */
  name: string;
}

interface OpenIdParts {
  settings: OpenIdSettings;
  database: Pick<Database, "invitations" | "pendingFlows">;
  /** The registered redirect URI. */
  redirectUri: string;
  /** If set, the provider is only called over https. */
  production: boolean;
}

export interface OpenId {
  name: string;
  /**
   * Returns the provider's sign-in URL.
   * @param browserToken a secret that only this browser has
   * @param next where the person goes afterwards
   */
  begin(browserToken: string, next: string): Promise<string>;
  /** Returns the person and their destination. Throws UNAUTHORIZED, or FORBIDDEN for a person who wasn't invited. */
  finish(browserToken: string, callback: URLSearchParams): Promise<{ person: Person; next: string }>;
}

interface Flow {
  state: string;
  nonce: string;
  verifier: string;
  next: string;
}

const timeoutMs = 5000;

/** Signs people in at an OpenID provider: the authorization code flow with PKCE, state and nonce. */
export function createOpenId({ settings, database, redirectUri, production }: OpenIdParts): OpenId {
  const { issuer, clientId, clientSecret, name } = settings;
  const client: oauth.Client = { client_id: clientId };
  const options = () => ({
    signal: AbortSignal.timeout(timeoutMs),
    [oauth.allowInsecureRequests]: !production,
  });
  const flowOf = (browserToken: string) => `openid ${browserToken}`;
  let discovered: Promise<oauth.AuthorizationServer> | undefined;

  /** Fetched once, and again after a failure. */
  function discover(): Promise<oauth.AuthorizationServer> {
    discovered ??= (async () => {
      const url = new URL(issuer);
      return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options()));
    })().catch((cause: unknown) => {
      discovered = undefined;
      throw unavailable(`${name} is unavailable right now. Try again in a moment.`, { cause });
    });
    return discovered;
  }

  async function claimsOf(callback: URLSearchParams, flow: Flow): Promise<oauth.IDToken> {
    const server = await discover();
    try {
      const parameters = oauth.validateAuthResponse(server, client, callback, flow.state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.ClientSecretBasic(clientSecret),
        parameters,
        redirectUri,
        flow.verifier,
        options(),
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: flow.nonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(server, response, options());
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (claims) return claims;
    } catch (cause) {
      throw refused(cause);
    }
    throw refused();
  }

  function refused(cause?: unknown): ApiError {
    return new ApiError("UNAUTHORIZED", `Signing in with ${name} failed. Try again.`, { cause });
  }

  return {
    name,

    async begin(browserToken, next) {
      const server = await discover();
      if (!server.authorization_endpoint)
        throw new Error("The OpenID provider has no authorization_endpoint.");
      const flow: Flow = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        verifier: oauth.generateRandomCodeVerifier(),
        next,
      };
      await database.pendingFlows.begin(flowOf(browserToken), flow);
      const url = new URL(server.authorization_endpoint);
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: "openid email",
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: "S256",
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      return url.href;
    },

    async finish(browserToken, callback) {
      const flow = (await database.pendingFlows.finish(flowOf(browserToken))) as Flow | undefined;
      if (!flow) throw refused();
      const { sub, email: given, email_verified: isVerified } = await claimsOf(callback, flow);
      const email = typeof given === "string" && isVerified === true ? normalizeEmail(given) : undefined;
      if (email === undefined) {
        throw new ApiError("FORBIDDEN", `${name} hasn’t verified your email address.`);
      }
      const person = await database.invitations.acceptVerified(email, `${issuer} ${sub}`);
      if (!person) {
        throw new ApiError(
          "FORBIDDEN",
          `${email} hasn’t been invited. Ask a store’s owner for an invitation.`,
        );
      }
      return { person, next: flow.next };
    },
  };
}
