import { type DocumentSource, openDocument } from "../../document/open-document.ts";
import { type AppParts, createResponder } from "../../http/app.ts";
import { announcesBody } from "../../http/body/read-body.ts";
import type { Authenticators } from "../../http/credentials/authenticate.ts";
import type { ExchangeRequest } from "../../http/exchange.ts";
import type { AppOptions } from "../../http/options/app-options.ts";
import type { AnyHandler } from "../../http/steps/handle.ts";
import { SuppliedResponse } from "../../http/supplied-response.ts";
import { memoryLimiter } from "../../limiter/memory.ts";
import { consoleLog } from "../../log/console-log.ts";
import { fetchRequest } from "./fetch-request.ts";
import { createForward, type Next } from "./forward.ts";

type Ports = Pick<
  AppParts,
  "validators" | "limiter" | "log" | "observers" | "idempotencyStore" | "isTemporary"
>;

export interface FetchParts extends Omit<AppOptions, "mcp">, Partial<Ports> {
  document: DocumentSource;
  /** By operationId. */
  handlers?: Record<string, AnyHandler>;
  /** One for each security scheme that the document uses. */
  authenticators?: Authenticators;
  /** Handed to the handlers. */
  services?: unknown;
  /**
   * Answers the operations without a handler, with valid requests only; its responses are checked. Without it, operations
   * without a handler end the start.
   */
  next?: Next;
}

/** What a server knows about a request beyond the request. */
export interface Client {
  /** For limits of requests without a valid credential. Without it, they share one. */
  clientAddress?: string | undefined;
}

export type Fetch = (request: Request, client?: Client) => Promise<Response>;

/**
 * The API as a function from `Request` to `Response`: the `fetch` of Bun, Deno, Hono, workerd or a route of Next.js.
 *
 * ```ts
 * const api = await createFetch({ document: "generated/openapi.json", handlers });
 * Deno.serve((request, { remoteAddr }) => api(request, { clientAddress: remoteAddr.hostname }));
 * ```
 *
 * @throws listing the operations without a handler, and the security schemes without an authenticator
 */
export async function createFetch(parts: FetchParts): Promise<Fetch> {
  const {
    handlers = {},
    authenticators = {},
    services = {},
    next,
    log = consoleLog(parts.secretPatterns),
  } = parts;
  const document = await openDocument(parts.document);
  for (const { note } of document.leftOut) log.warn(note, "operation not served");
  const originals = new WeakMap<ExchangeRequest, { request: Request; chunks: Uint8Array[] }>();
  const requestOf = async (req: ExchangeRequest): Promise<Request> => {
    const { request, chunks = [] } = originals.get(req) ?? {};
    if (!request) throw new Error("The request isn't known.");
    // Items that a handler would read one by one: they are checked before they are passed on.
    const { body } = req;
    if (isItems(body)) for await (const _ of body);
    if (!request.body) return request;
    return new Request(request, {
      body: new Blob(chunks as Uint8Array<ArrayBuffer>[]),
      duplex: "half",
    } as RequestInit);
  };
  const answer = createResponder([
    {
      ...parts,
      document,
      handlers,
      authenticators,
      services,
      log,
      limiter: parts.limiter ?? memoryLimiter(),
      limits: document.rateLimits,
      pages: [],
      ...(next && { otherwise: createForward(document, next, requestOf) }),
    },
  ]);

  return async (request, { clientAddress } = {}) => {
    const chunks: Uint8Array[] = [];
    const req = await fetchRequest(request, clientAddress, next && ((chunk) => void chunks.push(chunk)));
    if (next) originals.set(req, { request, chunks });
    return new Promise((resolve) => {
      const res = new SuppliedResponse(req, resolve);
      const leave = (): void => {
        req.destroy();
        res.destroy();
      };
      if (request.signal.aborted) leave();
      request.signal.addEventListener("abort", leave, { once: true });
      res.once("close", () => {
        request.signal.removeEventListener("abort", leave);
        // The next request of the connection comes after the rest of the body.
        if (announcesBody(req)) req.resume();
      });
      answer(req, res);
    });
  };
}

function isItems(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}
