import type { ApiDocument } from "../../document/document.ts";
import { own } from "../../document/own.ts";
import type { Security, SecurityScheme } from "../../document/security.ts";

/** The value of `WWW-Authenticate` for a security requirement; empty if it has no schemes. */
export function challengesOf(document: ApiDocument, security: Security): string {
  return challengeListOf(document, security).join(", ");
}

/** One challenge for each way of authenticating. */
export function challengeListOf({ info, securitySchemes }: ApiDocument, security: Security): string[] {
  const names = new Set(security.flatMap(Object.keys));
  const challenges = [...names].map((name) => challenge(name, own(securitySchemes, name), info.title));
  return [...new Set(challenges)];
}

/**
 * A 401 requires a challenge (RFC 9110, 15.5.2), although no scheme is registered for API keys or
 * certificates.
 */
function challenge(name: string, definition: SecurityScheme = {}, title: string): string {
  const { type } = definition;
  if (type === "apiKey") return "ApiKey";
  if (type === "oauth2" || type === "openIdConnect") return "Bearer";
  const word = type === "http" ? definition.scheme : name;
  if (word.toLowerCase() === "basic") return `Basic realm="${quotable(title)}", charset="UTF-8"`;
  return capitalized(word.replaceAll(/[^\w!#$%&'*+.^`|~-]+/g, "-"));
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Header values are ASCII. */
function quotable(text: string): string {
  return text.replaceAll(/[^ -~]|["\\]/g, "");
}

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
