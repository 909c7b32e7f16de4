import { isUtf8 } from "node:buffer";
import type { ApiDocument } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { type Exchange, exchangeCheck } from "./exchange.ts";
import { isMarkedNonconforming } from "./nonconforming-header.ts";

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
  const check = exchangeCheck(document, basePath);
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
      const headers = Object.fromEntries(response.headers);
      const cookies = response.headers.getSetCookie();
      if (cookies.length > 0) headers["set-cookie"] = cookies.join("\n");
      const sent = {
        method: request.method,
        pathname: url.pathname,
        search: url.search,
        headers: Object.fromEntries(request.headers),
        body: requestBody,
      };
      const { status } = response;
      const { exchange, faults } = check(sent, { status, headers, text, isUtf8: isUtf8(bytes) });
      exchanges.push(exchange);
      const { method, path } = exchange;
      if (isMarkedNonconforming(headers)) {
        console.warn(
          `The mock has no response to ${method} ${path} that fits the document:\n${listed(faults)}`,
        );
        return response;
      }
      if (faults.length > 0) {
        const where = `${method} ${path} → ${status}`;
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
