import type { ApiDocument } from "../../document/document.ts";
import { own } from "../../document/own.ts";
import type { Security, SecurityScheme } from "../../document/security.ts";

/** The value of `WWW-Authenticate` for a security requirement; empty if it has no schemes. */
export function challengesOf({ info, securitySchemes }: ApiDocument, security: Security): string {
  const names = new Set(security.flatMap(Object.keys));
  const challenges = [...names].map((name) => challenge(name, own(securitySchemes, name), info.title));
  return [...new Set(challenges)].join(", ");
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
