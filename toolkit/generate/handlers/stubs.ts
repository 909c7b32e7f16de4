import { readdir } from "node:fs/promises";
import path from "node:path";
import type { DocumentConfig } from "../../config/define-config.ts";
import type { ApiDocument } from "../../document/document.ts";
import { handlerNames } from "./names.ts";
import { emitRenderError } from "./render-error.ts";
import { emitWebhookPages, isReceiver } from "./webhook-stubs.ts";

/** How the files that `scaffold` writes import each other and what is generated: relative, without a trailing slash. */
export interface StubImports {
  /** From the list of handlers and what stands beside it: to the generated folder. */
  generated: string;
  /** From there to the operations' folder. */
  operations: string;
  /** From an operation's file back. */
  fromOperation: string;
}

/** The imports for the folders that a configuration names. */
export function stubImports({
  generated,
  operations,
  handlers,
}: Pick<DocumentConfig, "generated" | "operations" | "handlers">): StubImports {
  const home = path.dirname(handlers);
  return {
    generated: specifier(home, generated),
    operations: specifier(home, operations),
    fromOperation: specifier(operations, home),
  };
}

function specifier(from: string, to: string): string {
  const relative = path.relative(from, to).replaceAll(path.sep, "/");
  return /^\.\.(\/|$)/.test(relative) ? relative : `./${relative}`.replace(/\/$/, "");
}

/** The operationIds of the document that have no file in the operations folder, in the document's order. */
export async function missingStubs(document: ApiDocument, folder: string): Promise<string[]> {
  const files = new Set(await readdir(folder).catch(() => []));
  const names = handlerNames(document);
  return document.operations
    .map(({ operationId }) => operationId)
    .filter((id) => !files.has(`${names.get(id)}.ts`));
}

/** A handler that compiles; until somebody writes it, the mock answers for it in development, and else 501. */
export function emitStub(operationId: string, name: string, { fromOperation }: StubImports): string {
  const id = JSON.stringify(operationId);
  const parameters = [`_input: Input<${id}>`, "_services: Services"];
  const head = `export async function ${name}(${parameters.join(", ")}): Promise<Output<${id}>> {`;
  const broken = `export async function ${name}(\n${parameters.map((one) => `  ${one},\n`).join("")}): Promise<Output<${id}>> {`;
  return `import { NotImplemented } from "@counterpart/toolkit";
import type { Input, Output, Services } from "${fromOperation}/operation.ts";

${head.length > maxLineLength ? broken : head}
  throw new NotImplemented();
}
`;
}

/** The formatter's, so that a new file needs no change. */
const maxLineLength = 110;

/** The list of all handlers; typed so that one too few does not compile. */
export function emitHandlers(document: ApiDocument, { generated, operations }: StubImports): string {
  const named = [...handlerNames(document)].sort(([, a], [, b]) => (a < b ? -1 : 1));
  const imports = [
    `import type { Caller, Services } from "./operation.ts";`,
    ...named.map(([, name]) => `import { ${name} } from "${operations}/${name}.ts";`),
  ].sort((a, b) => from(a).localeCompare(from(b), "en"));
  const lines = named.map(([id, name]) =>
    id === name ? `  ${name},\n` : `  ${JSON.stringify(id)}: ${name},\n`,
  );
  return `// Written by \`counterpart scaffold\`: one line per operation of the document.
import type { Handlers } from "${generated}/operations.ts";
${imports.join("\n")}

export const handlers: Handlers<Caller, Services> = {${lines.length > 0 ? `\n${lines.join("")}` : ""}};
`;
}

/** Imports stand in the order of what they import, as the formatter wants it. */
function from(line: string): string {
  return line.slice(line.indexOf(" from "));
}

/** The files beside the operations, which are written when they are missing, by name. */
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

/** Who calls: what the authenticators find out. */
export interface Caller {
  name: string;
}

/** What the operations work with: a database, a mailer. \`service.ts\` opens it. */
export type Services = Record<never, never>;

/** The validated request of an operation, with its caller. */
export type Input<Id extends OperationId> = InputFrom<Id, Caller>;
`;

/** What receives webhooks, beside the list of handlers. */
export const webhooksModule = "webhooks.ts";

const emitService = ({
  rendersErrors,
  receives,
}: {
  rendersErrors: boolean;
  receives: boolean;
}) => `import type { ServiceDefinition } from "@counterpart/toolkit";
import { authenticators } from "./authenticators.ts";
import type { Services } from "./operation.ts";
${rendersErrors ? 'import { renderError } from "./render-error.ts";\n' : ""}${
  receives ? 'import { webhookPages } from "./webhooks.ts";\n' : ""
}
/** What this API has besides its document and its handlers: environment variables, a database, pages. */
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

/** An authenticator for each scheme that the document defines; it lets everybody in until somebody writes it. */
function emitAuthenticators({ securitySchemes }: Pick<ApiDocument, "securitySchemes">): string {
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
