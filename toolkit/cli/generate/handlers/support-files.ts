import type { ApiDocument } from "@counterpart/server/document/document";
import { emitAuthenticators } from "./authenticators-file.ts";
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
