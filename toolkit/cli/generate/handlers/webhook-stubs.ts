import type { ApiDocument, OutgoingRequest } from "@counterpart/server/document/document";
import { handlerNames } from "./names.ts";

/** The webhooks of a document, without callbacks, which the callers of its operations receive. */
export function webhooksOf({ outgoing }: Pick<ApiDocument, "outgoing">): OutgoingRequest[] {
  return outgoing.filter(({ operation }) => operation.path === "");
}

/** Whether the document has webhooks only, so that its project can only receive them. */
export function isReceiver(document: Pick<ApiDocument, "operations" | "outgoing">): boolean {
  return document.operations.length === 0 && webhooksOf(document).length > 0;
}

/**
 * The module that receives a document's webhooks, with a stub for each.
 * @param generated the generated folder, relative to the module
 */
export function emitWebhookPages(document: ApiDocument, generated: string): string {
  const webhooks = webhooksOf(document);
  const names = handlerNames({ operations: webhooks.map(({ operation }) => operation) });
  const pages = webhooks.map(
    ({ name, operation }) => `    webhookPage({
      path: "/webhooks/${names.get(name)}",
${operation.method === "post" ? "" : `      method: "${operation.method.toUpperCase()}",\n`}      receive: receive(${JSON.stringify(name)}, async (_payload) => {
        throw new NotImplemented();
      }),
    }),
`,
  );
  return `import { createWebhooks, loadDocument, NotImplemented, type Page, webhookPage } from "@counterpart/server";
import type { Webhooks } from "${generated}/webhooks.ts";

/**
 * What receives the document's webhooks: among the \`pages\` of service.ts, at the paths that their sender knows. Each
 * \`receive\` is a function of a \`Request\` that returns a \`Response\`: verify the sender's signature in front of it.
 */
export async function webhookPages(): Promise<Page[]> {
  const document = await loadDocument(new URL("${generated}/openapi.json", import.meta.url));
  const { receive } = createWebhooks<Webhooks>(document);
  return [
${pages.join("")}  ];
}
`;
}
