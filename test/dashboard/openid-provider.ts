import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The account as the provider reports it. */
export interface Account {
  sub: string;
  email?: string;
  email_verified?: boolean;
  /** Returned instead of the requested one. */
  nonce?: string;
}

interface Grant {
  account: Account;
  challenge: string;
  nonce: string;
  redirectUri: string;
}

export const client = { clientId: "counterpart", clientSecret: "a secret of the provider's" };

/** A small OpenID provider that signs every user in at once, and checks client, code and PKCE. */
export async function startOpenIdProvider() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const secrets = new Set([client.clientSecret]);
  let issuer = "";

  function idToken({ account, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: client.clientId, iat: now, exp: now + 60, nonce, ...account };
    const text = [{ alg: "RS256", kid: "1" }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  function answerToken(body: URLSearchParams, authorization: string): [status: number, body: object] {
    const grant = grants.get(body.get("code") ?? "");
    grants.delete(body.get("code") ?? "");
    // Each part is form-encoded: RFC 6749, section 2.3.1.
    const [id = "", secret = ""] = Buffer.from(authorization.replace("Basic ", ""), "base64")
      .toString()
      .split(":")
      .map((part) => new URLSearchParams(`part=${part}`).get("part") ?? "");
    const isClient = id === client.clientId && secrets.has(secret);
    if (!isClient) return [401, { error: "invalid_client" }];
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== body.get("redirect_uri")) {
      return [400, { error: "invalid_grant" }];
    }
    return [200, { access_token: randomUUID(), token_type: "Bearer", id_token: idToken(grant) }];
  }

  const server = createServer((req, res) => {
    const answer = (status: number, body: object) =>
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (req.url === "/.well-known/openid-configuration") {
      answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      });
    } else if (req.url === "/jwks") {
      answer(200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
    } else {
      let text = "";
      req.on("data", (chunk) => {
        text += chunk;
      });
      req.on("end", () => answer(...answerToken(new URLSearchParams(text), req.headers.authorization ?? "")));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    settings: { issuer, ...client, name: "Harbour ID" },
    /** Sets the client's secrets from now on. */
    changeSecrets(...valid: string[]): void {
      secrets.clear();
      for (const one of valid) secrets.add(one);
    },
    /** Visits the authorization endpoint as this account, and returns the query of the redirect back. */
    authorize(address: string, account: Account): URLSearchParams {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      grants.set(code, {
        account,
        challenge: asked.get("code_challenge") ?? "",
        nonce: asked.get("nonce") ?? "",
        redirectUri: asked.get("redirect_uri") ?? "",
      });
      return new URLSearchParams({ code, state: asked.get("state") ?? "", iss: issuer });
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
