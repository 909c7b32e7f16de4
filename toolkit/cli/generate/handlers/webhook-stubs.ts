import type { ApiDocument, OutgoingRequest } from "@counterpart/server/document";
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
 * Receives the document's webhooks. List these pages in service.ts, at the paths that the sender calls. Each \`receive\`
 * takes a \`Request\` and returns a \`Response\`: verify the sender's signature before calling it.
 */
export async function webhookPages(): Promise<Page[]> {
  const document = await loadDocument(new URL("${generated}/openapi.json", import.meta.url));
  const { receive } = createWebhooks<Webhooks>(document);
  return [
${pages.join("")}  ];
}
`;
}
