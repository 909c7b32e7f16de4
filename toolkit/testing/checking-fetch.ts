import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { answerFaults, operationFinder, parsed } from "./answer-faults.ts";

/** One exchange, as the document sees it. */
export interface Exchange {
  method: string;
  path: string;
  /** With its question mark; empty without one. */
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
 * A fetch that holds every answer to the document: the status must be documented for the operation, the media type
 * too, the body must fit its schema, every required header must be there and every documented one fit. It throws on
 * the first answer that doesn't. Where no operation is, `x-unmatched` says what may be answered.
 * @param onExchange is told of every exchange whose answer is as documented
 * @param basePath before every path of the document
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
      // A redirection is an answer of the API; what it leads to isn't.
      const request = new Request(input, { redirect: "manual", ...init });
      const requestBody = request.body ? await request.clone().text() : undefined;
      const response = await fetch(request);
      const text = await response.clone().text();
      const url = new URL(request.url);
      const pathname = url.pathname.startsWith(`${basePath}/`)
        ? url.pathname.slice(basePath.length)
        : url.pathname;
      const operation = find(request.method, pathname);
      const contentType = response.headers.get("content-type") ?? undefined;
      const headers = Object.fromEntries(response.headers);
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
        headers,
        ...(operation && { operation }),
      });
      if (faults.length > 0) {
        const where = `${method} ${pathname} → ${status}`;
        throw new Error(
          `${where} isn't what the document says:\n${faults.map(({ message }) => `- ${message}`).join("\n")}\n${text}`,
        );
      }
      onExchange(exchange);
      return response;
    },
  };
}
