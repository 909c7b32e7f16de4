import type { ApiDocument } from "@counterpart/server/document/document";
import type { ContractItem } from "./contract-item.ts";

/** One item per webhook and callback. A suite must receive all of them only if it receives any. */
export function webhookItems({ outgoing }: ApiDocument, seen: Record<string, number>): ContractItem[] {
  const items = outgoing.map(
    ({ name }): ContractItem => ({
      id: webhookItem(name),
      owner: webhookOwner(name),
      group: "answers",
      status: "sent",
    }),
  );
  return items.some(({ id }) => Object.hasOwn(seen, id)) ? items : [];
}

export function webhookItem(name: string): string {
  return `${webhookOwner(name)} sent`;
}

/** The owner of a webhook's items; its space distinguishes it from operationIds. */
function webhookOwner(name: string): string {
  return `webhook ${name}`;
}
