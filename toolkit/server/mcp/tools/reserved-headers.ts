import type { ApiDocument } from "../../document/document.ts";

/** Headers of the connection and of proxies, and those that a tool call sets by itself. */
const reserved =
  /^(accept|accept-encoding|authorization|connection|content-.+|cookie|expect|forwarded|host|idempotency-key|if-none-match|keep-alive|origin|proxy-.+|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.+|x-real-ip|x-request-id|traceparent|tracestate)$/i;

/** Whether a header can't be an argument: the server sets it, or it carries a credential. */
export function isSetByServer({ securitySchemes }: ApiDocument, name: string): boolean {
  if (reserved.test(name)) return true;
  return Object.values(securitySchemes).some(
    (scheme) =>
      scheme.type === "apiKey" && scheme.in === "header" && scheme.name.toLowerCase() === name.toLowerCase(),
  );
}
