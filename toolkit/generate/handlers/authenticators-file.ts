import type { ApiDocument } from "../../document/document.ts";

/** An authenticator for each scheme that the document defines; it lets everybody in until somebody writes it. */
export function emitAuthenticators({ securitySchemes }: Pick<ApiDocument, "securitySchemes">): string {
  const names = Object.keys(securitySchemes);
  const lines = names.map((name) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `    // ${carriedBy(securitySchemes, name)}\n    ${key}: acceptAnyone(),\n`;
  });
  const body = lines.length > 0 ? `{\n${lines.join("")}  }` : "{}";
  return `import ${names.length > 0 ? "{ acceptAnyone, type Authenticators }" : "type { Authenticators }"} from "@counterpart/toolkit";
import type { Services } from "./operation.ts";

/**
 * One for each security scheme of the document. It finds out who presents a credential:
 * \`async ({ credential, scopes, address, request }) => ({ caller, bucket })\`, or undefined when it is nobody's.
 * \`bucket\` names the caller's rate-limit counts. One that accepts anyone keeps the process from starting in production.
 */
export function authenticators(_services: Services): Authenticators {
  return ${body};
}
`;
}

function carriedBy(schemes: ApiDocument["securitySchemes"], name: string): string {
  const { type, scheme = "", in: place, name: key } = schemes[name] ?? {};
  if (type === "apiKey" && key !== undefined)
    return place === "query" ? `The parameter ${key} of the query.` : `The ${place} ${key}.`;
  if (type === "mutualTLS")
    return "A client certificate: decide by `request.socket`, or by your proxy's header.";
  if (type === "http" && scheme.toLowerCase() === "basic")
    return "`user:password`, from `Authorization: Basic …`.";
  const word =
    type === "http" ? capitalized(scheme) : type === "oauth2" || type === "openIdConnect" ? "Bearer" : "";
  if (word !== "") return `What stands in \`Authorization: ${word} …\`.`;
  return "The document doesn't say what a request carries: decide by `request`.";
}

function capitalized(word: string): string {
  return (word[0] ?? "").toUpperCase() + word.slice(1);
}
