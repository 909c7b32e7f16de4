import type { OutgoingRequest } from "../document/document.ts";

/** Whether a webhook uses Standard Webhooks signatures: the document then has the signature's header. */
export function isSigned({ operation }: OutgoingRequest): boolean {
  return operation.parameters.some(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === "webhook-signature",
  );
}
