import { own } from "../../document/own.ts";
import type { SecurityScheme } from "../../document/security.ts";

interface Hint {
  /** What is missing or invalid. */
  credential: string;
  /** How to send it. */
  sending: string;
}

/**
 * The message of a 401, from the document's security schemes: "Missing or invalid API key: send
 * `Authorization: Bearer <API key>`."
 * @param security alternatives; the schemes of one are sent together
 */
export function credentialHint(
  schemes: Record<string, SecurityScheme>,
  security: Record<string, string[]>[],
): string {
  const alternatives = security
    .map((alternative) => Object.keys(alternative).map((name) => hintOf(name, own(schemes, name))))
    .filter((hints) => hints.length > 0);
  const names = new Set(alternatives.flat().map(({ credential }) => credential));
  const sendings = alternatives.map((hints) => hints.map(({ sending }) => sending).join(" and "));
  const [only = "credentials"] = names.size === 1 ? names : [];
  return `Missing or invalid ${only}: send ${[...new Set(sendings)].join(", or ")}.`;
}

function hintOf(schemeName: string, scheme: SecurityScheme = {}): Hint {
  const { type } = scheme;
  if (type === "apiKey") {
    const { in: place, name } = scheme;
    const sending =
      place === "header" ? `\`${name}: <API key>\`` : `it as the ${place} parameter \`${name}\``;
    if (place === "cookie") return { credential: "cookie", sending: `the cookie \`${name}\`` };
    return { credential: "API key", sending };
  }
  if (type === "mutualTLS") return { credential: "client certificate", sending: "it with the connection" };
  if (type === undefined) {
    return { credential: "credentials", sending: `what the security scheme ${schemeName} requires` };
  }
  const { scheme: word, bearerFormat = "bearer token" } =
    type === "http" ? scheme : { scheme: "bearer", bearerFormat: "access token" };
  if (word.toLowerCase() === "basic") {
    return {
      credential: "user name or password",
      sending: "`Authorization: Basic <user:password in Base64>`",
    };
  }
  if (word.toLowerCase() !== "bearer") {
    return { credential: `${word} credentials`, sending: `\`Authorization: ${word} …\`` };
  }
  return { credential: bearerFormat, sending: `\`Authorization: Bearer <${bearerFormat}>\`` };
}
