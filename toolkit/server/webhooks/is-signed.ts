import type { OutgoingRequest } from "../document/document.ts";

/** Whether a webhook is signed by Standard Webhooks: the document says so by the header that carries the signature. */
export function isSigned({ operation }: OutgoingRequest): boolean {
  return operation.parameters.some(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === "webhook-signature",
  );
}
