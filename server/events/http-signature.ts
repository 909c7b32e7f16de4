import { createHash, createPrivateKey, sign } from "node:crypto";
import type { PreparedWebhook } from "@counterpart/server";
import { publicSigningKey } from "../domain/events/signing-key.ts";

/**
 * Signs a request by its method, address, body and all its headers (RFC 9421, with the digest of RFC 9530 and ES256).
 * @param secret as `newSigningKey` returns it
 * @param signedAt in milliseconds since 1970
 */
export function withHttpSignature(
  request: PreparedWebhook,
  { secret, signedAt }: { secret: string; signedAt: number },
): PreparedWebhook {
  const { url, method, body } = request;
  if (typeof body !== "string") throw new Error("Only texts are signed.");
  const { host, pathname, search } = new URL(url);
  const digest = createHash("sha256").update(body).digest("base64");
  const headers = { ...request.headers, "Content-Digest": `sha-256=:${digest}:` };
  const components: [name: string, value: string][] = [
    ["@method", method],
    ["@authority", host],
    ["@path", pathname],
    ...(search === "" ? [] : [["@query", search] as [string, string]]),
    ...Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]),
  ];
  const names = components.map(([name]) => `"${name}"`).join(" ");
  const { kid } = publicSigningKey(secret);
  const parameters = `(${names});created=${Math.floor(signedAt / 1000)};keyid="${kid}"`;
  const base = [
    ...components.map(([name, value]) => `"${name}": ${value}`),
    `"@signature-params": ${parameters}`,
  ].join("\n");
  const key = createPrivateKey({ key: JSON.parse(secret), format: "jwk" });
  const signature = sign("sha256", Buffer.from(base), { key, dsaEncoding: "ieee-p1363" });
  return {
    ...request,
    headers: {
      ...headers,
      "Signature-Input": `sig1=${parameters}`,
      Signature: `sig1=:${signature.toString("base64")}:`,
    },
  };
}
