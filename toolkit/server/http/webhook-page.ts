import { rawBodyReader } from "./body/raw-body-reader.ts";
import type { ExchangeRequest } from "./exchange.ts";
import { headerPairs } from "./header-pairs.ts";
import type { Page } from "./pages.ts";

const mebibyte = 1024 * 1024;

export interface WebhookPlace {
  /** For example `/webhooks/new-pet`; must not be a path of the document. */
  path: string;
  /** Default: POST. */
  method?: string;
  /** Answers the request. A rejection is handled and logged like any handler's error. */
  receive: (request: Request) => Promise<Response>;
  /** Limit for one body, default: 1 MiB; a larger body is refused with 413. */
  maxBytes?: number;
}

/** A page that receives webhooks, for the `pages` of a service. */
export function webhookPage({ path, method = "POST", receive, maxBytes = mebibyte }: WebhookPlace): Page {
  const readBody = rawBodyReader({ maxBytes, maxBytesAtOnce: 64 * maxBytes });
  return {
    method,
    path,
    handler: async (req, res, next) => {
      const respond = async (bytes: Buffer): Promise<void> => {
        const response = await receive(toRequest(req, bytes));
        response.headers.forEach((value, name) => void res.setHeader(name, value));
        res.statusCode = response.status;
        res.end(Buffer.from(await response.arrayBuffer()));
      };
      const { "transfer-encoding": coding, "content-length": length = "0" } = req.headers;
      if (coding === undefined && Number(length) === 0) return respond(Buffer.alloc(0));
      readBody(req, res, next, async (bytes) => {
        if (bytes) await respond(bytes);
        else {
          res.statusCode = 413;
          res.end();
        }
      });
    },
  };
}

function toRequest(req: ExchangeRequest, bytes: Buffer): Request {
  const headers = headerPairs(req.rawHeaders);
  const url = new URL(req.originalUrl, "http://localhost");
  return new Request(url, { method: req.method, headers, body: new Uint8Array(bytes) });
}
