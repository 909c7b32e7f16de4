import { isUtf8 } from "node:buffer";
import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import type { Finding } from "@counterpart/server/document/findings/finding";
import { answerFaults, operationFinder, parsed } from "./answer-faults.ts";
import { isMarkedMisfit } from "./misfit-header.ts";

/** A request, its response, and the matching operation. */
export interface Exchange {
  method: string;
  path: string;
  /** With its question mark; empty if there is none. */
  query: string;
  operation?: DocumentOperation;
  requestBody: string | undefined;
  requestHeaders: Record<string, string>;
  status: number;
  mediaType: string | undefined;
  body: unknown;
  headers: Record<string, string>;
}

export interface CheckingFetch {
  fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
  exchanges: Exchange[];
}

/**
 * A fetch that checks every response against the document (`x-unmatched` if no operation matches) and throws
 * if it doesn't conform. If the mock answers for a stub and has no conforming response, it warns instead.
 * @param onExchange called with every conforming exchange
 * @param basePath prefix of all paths of the document
 */
export function checkingFetch(
  document: ApiDocument,
  onExchange: (exchange: Exchange) => void = () => {},
  basePath = "",
): CheckingFetch {
  const faultsOf = answerFaults(document);
  const find = operationFinder(document);
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    async fetch(input, init) {
      // A redirect is the API's own response; its target isn't.
      const request = new Request(input, { redirect: "manual", ...init });
      const requestBody = request.body ? await request.clone().text() : undefined;
      const response = await fetch(request);
      const bytes = Buffer.from(await response.clone().arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      const url = new URL(request.url);
      const pathname = url.pathname.startsWith(`${basePath}/`)
        ? url.pathname.slice(basePath.length)
        : url.pathname;
      const operation = find(request.method, pathname, () => ({
        search: url.search,
        headers: request.headers,
      }));
      const contentType = response.headers.get("content-type") ?? undefined;
      const headers = Object.fromEntries(response.headers);
      const cookies = response.headers.getSetCookie();
      if (cookies.length > 0) headers["set-cookie"] = cookies.join("\n");
      const exchange: Exchange = {
        method: request.method,
        path: pathname,
        query: url.search,
        ...(operation && { operation }),
        requestBody,
        requestHeaders: Object.fromEntries(request.headers),
        status: response.status,
        mediaType: contentType?.split(";")[0]?.trim(),
        body: parsed(text, contentType),
        headers,
      };
      exchanges.push(exchange);
      const { method, status } = exchange;
      const faults = faultsOf({
        method,
        status,
        contentType,
        text,
        isUtf8: isUtf8(bytes),
        headers,
        ...(operation && { operation }),
      });
      if (isMarkedMisfit(headers)) {
        console.warn(
          `The mock has no answer to ${method} ${pathname} that fits the document:\n${listed(faults)}`,
        );
        return response;
      }
      if (faults.length > 0) {
        const where = `${method} ${pathname} → ${status}`;
        throw new Error(`${where} doesn't conform to the document:\n${listed(faults)}\n${text}`);
      }
      onExchange(exchange);
      return response;
    },
  };
}

function listed(faults: Finding[]): string {
  return faults.map(({ message }) => `- ${message}`).join("\n");
}
