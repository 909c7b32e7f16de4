import type { ApiDocument } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import { commentText, memberKey } from "../literal.ts";
import { emitRenderError } from "./render-error.ts";
import type { StubImports } from "./stubs.ts";
import { emitWebhookPages, isReceiver } from "./webhook-stubs.ts";

/** The files beside the operations, by name; they are written only if missing. */
export function emitSupport(document: ApiDocument, { generated }: StubImports): Record<string, string> {
  const renderError = emitRenderError(document);
  const receives = isReceiver(document);
  return {
    "operation.ts": emitOperationFile(generated),
    "authenticators.ts": emitAuthenticators(document),
    ...(renderError !== undefined && { "render-error.ts": renderError }),
    ...(receives && { [webhooksModule]: emitWebhookPages(document, generated) }),
    "service.ts": emitService({ rendersErrors: renderError !== undefined, receives }),
  };
}

const emitOperationFile = (
  generated: string,
) => `import type { Input as InputFrom, OperationId } from "${generated}/operations.ts";

export type { Output } from "${generated}/operations.ts";

/** The caller, as found by the authenticators. */
export interface Caller {
  name: string;
}

/** The dependencies of the operations: a database, a mailer. \`service.ts\` opens them. */
export type Services = Record<never, never>;

/** The validated request of an operation, with its caller. */
export type Input<Id extends OperationId> = InputFrom<Id, Caller>;
`;

/** The module that receives webhooks, beside the list of handlers. */
export const webhooksModule = "webhooks.ts";

const emitService = ({
  rendersErrors,
  receives,
}: {
  rendersErrors: boolean;
  receives: boolean;
}) => `import type { ServiceDefinition } from "@counterpart/server";
import { authenticators } from "./authenticators.ts";
import type { Services } from "./operation.ts";
${rendersErrors ? 'import { renderError } from "./render-error.ts";\n' : ""}${
  receives ? 'import { webhookPages } from "./webhooks.ts";\n' : ""
}
/** The parts of this API beside its document and handlers: environment variables, a database, pages. */
export const service: ServiceDefinition<object, Services> = {
  readSettings: () => ({}),
${rendersErrors ? "  renderError,\n" : ""}  async open() {
    const services: Services = {};
    return {
      services,
      authenticators: authenticators(services),
      pages: ${receives ? "await webhookPages()" : "[]"},
      close: async () => {},
    };
  },
};
`;

/** An authenticator for each security scheme; the stub accepts every caller. */
function emitAuthenticators({ securitySchemes }: Pick<ApiDocument, "securitySchemes">): string {
  const names = Object.keys(securitySchemes);
  const lines = names.map((name) => {
    return `    // ${commentText(carriedBy(securitySchemes, name))}\n    ${memberKey(name)}: acceptAnyone(),\n`;
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
