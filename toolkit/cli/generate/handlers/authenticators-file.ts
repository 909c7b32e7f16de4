import type { ApiDocument } from "@counterpart/server/document/document";
import { own } from "@counterpart/server/document/own";
import { memberKey } from "../literal.ts";

/** An authenticator for each security scheme; the stub accepts every caller. */
export function emitAuthenticators({ securitySchemes }: Pick<ApiDocument, "securitySchemes">): string {
  const names = Object.keys(securitySchemes);
  const lines = names.map((name) => {
    return `    // ${carriedBy(securitySchemes, name)}\n    ${memberKey(name)}: acceptAnyone(),\n`;
  });
  const body = lines.length > 0 ? `{\n${lines.join("")}  }` : "{}";
  return `import ${names.length > 0 ? "{ acceptAnyone, type Authenticators }" : "type { Authenticators }"} from "@counterpart/server";
import type { Services } from "./operation.ts";

/**
 * One per security scheme: \`async ({ credential, scopes, address, request }) => ({ caller, bucket })\`, or undefined for
 * an invalid credential. \`bucket\` names its rate-limit counts. One that accepts anyone prevents starting in production.
 */
export function authenticators(_services: Services): Authenticators {
  return ${body};
}
`;
}

function carriedBy(schemes: ApiDocument["securitySchemes"], name: string): string {
  const definition = own(schemes, name);
  switch (definition?.type) {
    case "apiKey":
      return definition.in === "query"
        ? `The parameter ${definition.name} of the query.`
        : `The ${definition.in} ${definition.name}.`;
    case "mutualTLS":
      return "A client certificate: decide by `request.socket`, or by your proxy's header.";
    case "http":
      return definition.scheme.toLowerCase() === "basic"
        ? "`user:password`, from `Authorization: Basic …`."
        : afterWord(definition.scheme);
    case "oauth2":
    case "openIdConnect":
      return afterWord("Bearer");
    default:
      return "The document doesn't say what a request carries: decide by `request`.";
  }
}

function afterWord(scheme: string): string {
  return `The value in \`Authorization: ${scheme.slice(0, 1).toUpperCase() + scheme.slice(1)} …\`.`;
}
