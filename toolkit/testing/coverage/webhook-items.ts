import type { ApiDocument } from "@counterpart/server/document/document";
import type { ContractItem } from "./contract-item.ts";

/** That each webhook and callback has been sent. Only a suite that receives some has to receive all of them. */
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

/** In place of an operationId, which has no spaces. */
function webhookOwner(name: string): string {
  return `webhook ${name}`;
}
