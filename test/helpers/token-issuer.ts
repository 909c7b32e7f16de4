import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";

export interface TokenChanges {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** The key that signs; by default the published one. */
  signingKey?: CryptoKey | Uint8Array;
}

/** An OpenID provider that publishes its keys, and signs the access tokens that a test wants. */
export async function startTokenIssuer({ audience, now }: { audience: string; now: () => number }) {
  let published = await newKey("key-1");
  /** The paths that were requested. */
  const requests: string[] = [];
  const broken = new Map<string, (res: ServerResponse) => void>();
  let issuer = "";
  let keysPath = "/jwks";
  const server = createServer((req, res) => {
    const path = req.url ?? "";
    requests.push(path);
    const instead = broken.get(path);
    if (instead) return instead(res);
    const body =
      path === "/.well-known/openid-configuration"
        ? { issuer, jwks_uri: `${issuer}${keysPath}` }
        : { keys: [published.jwk] };
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    publicKey: published.publicKey,
    requests,
    /** Answers a path in another way, until it is restored. */
    breakPath(path: string, instead: (res: ServerResponse) => void) {
      broken.set(path, instead);
      return () => broken.delete(path);
    },
    /** Names another path for the keys. */
    move(path: string) {
      keysPath = path;
    },
    /** Publishes another key instead. */
    async rotate(kid: string): Promise<void> {
      published = await newKey(kid);
    },
    token({
      claims = {},
      header = {},
      signingKey = published.privateKey,
    }: TokenChanges = {}): Promise<string> {
      const seconds = Math.floor(now() / 1000);
      const payload = {
        iss: issuer,
        aud: audience,
        sub: "ishmael",
        client_id: "an-agent",
        scope: "agent",
        iat: seconds,
        exp: seconds + 60,
        ...claims,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: "ES256", kid: published.jwk.kid, typ: "at+jwt", ...header })
        .sign(signingKey);
    },
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  return { privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" } };
}
